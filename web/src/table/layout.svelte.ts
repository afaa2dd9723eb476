// Which of the three layouts the page has: boards give heights for each (Heights in boards/board.ts).
export type Kind = 'wide' | 'tablet' | 'phone';

const WIDE = 1024;
const TABLET = 700;
const COLUMN = 1280; // from here a board's column stays open beside it

class Layout {
  kind = $state<Kind>('wide');
  column = $state(true);

  measure(width: number): void {
    if (!width) return;
    this.kind = width >= WIDE ? 'wide' : width >= TABLET ? 'tablet' : 'phone';
    this.column = width >= COLUMN;
  }
}

export const layout = new Layout();
