// Objects of a view that stay the same objects while they say the same. An update brings new ones, and
// everything drawn from a new object is worked out again, although little of a position changes in a move.

// The value given last that differed from the one before it.
export function steady<T>(): (value: T) => T {
  let text: string | undefined;
  let kept: T;
  return (value) => {
    const now = JSON.stringify(value);
    if (now !== text) kept = value;
    text = now;
    return kept;
  };
}

// The same for each row of a list, by its name.
export function steadyRows<T>(nameOf: (row: T) => string): (rows: T[]) => T[] {
  const kept = new Map<string, (row: T) => T>();
  return (rows) =>
    rows.map((row) => {
      const name = nameOf(row);
      const same = kept.get(name) ?? steady<T>();
      kept.set(name, same);
      return same(row);
    });
}
