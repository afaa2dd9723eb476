// Calls once, when the page is laid out and before it is painted: sizes and places can then be read without
// having the page laid out for it. In mid-update reading them has it laid out in between, and once more after
// what is changed later. An element that takes no room never calls.
export function whenLaid(element: Element, look: () => void): () => void {
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    look();
  });
  observer.observe(element);
  return () => observer.disconnect();
}
