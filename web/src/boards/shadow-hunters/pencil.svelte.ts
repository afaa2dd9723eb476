// A person's own marks in the notebook, stored on this device for each table and seat.
export const MARKS = ['blank', 'maybe', 'likely', 'unlikely'] as const;
export type Mark = (typeof MARKS)[number];
export const SIGNS: Record<Mark, string> = { blank: '', maybe: '?', likely: '✓', unlikely: '✗' };

export class Pencil {
  private marks = $state<Record<string, Mark>>({});

  constructor(private readonly key: string) {
    try {
      this.marks = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, Mark>;
    } catch {
      this.marks = {}; // not readable: begins with an empty page
    }
  }

  of(seat: number, character: string): Mark {
    return this.marks[`${seat} ${character}`] ?? 'blank';
  }

  turn(seat: number, character: string): void {
    const next = MARKS[(MARKS.indexOf(this.of(seat, character)) + 1) % MARKS.length] ?? 'blank';
    this.marks[`${seat} ${character}`] = next;
    localStorage.setItem(this.key, JSON.stringify(this.marks));
  }
}
