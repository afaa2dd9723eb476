// Arrow keys move the focus to the nearest button in that direction. Tab still visits all of them.

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const WAYS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// The index of the nearest box in a direction from `from`, or -1. Sideways distance has a higher weight.
export function nearest(from: Box, boxes: Box[], [dx, dy]: [number, number]): number {
  const middle = (box: Box) => [box.x + box.width / 2, box.y + box.height / 2] as const;
  const [x, y] = middle(from);
  let best = -1;
  let least = Infinity;
  boxes.forEach((box, index) => {
    const [toX, toY] = middle(box);
    const along = (toX - x) * dx + (toY - y) * dy;
    const aside = Math.abs((toX - x) * dy) + Math.abs((toY - y) * dx);
    if (along <= 1 || along + 3 * aside >= least) return;
    least = along + 3 * aside;
    best = index;
  });
  return best;
}

export function arrows(event: KeyboardEvent & { currentTarget: Element }): void {
  const way = WAYS[event.key];
  const from = (event.target as Element).closest('button');
  if (!way || !from || event.altKey || event.ctrlKey || event.metaKey) return;
  const others = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not([tabindex="-1"]):not(:disabled)')].filter((one) => one !== from);
  const found = others[
    nearest(
      from.getBoundingClientRect(),
      others.map((one) => one.getBoundingClientRect()),
      way,
    )
  ];
  if (!found) return;
  event.preventDefault();
  found.focus();
}
