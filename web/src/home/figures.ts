// The figures that stand for the players of a game in the set-up sheet, loaded when a sheet is opened: those
// of the game's board in its colours, else a lantern in the colour of the seat.
import lantern from './pictures/lantern.svg?raw';

export interface Figure {
  svg: string;
  colour: string;
}

const pictures: Record<string, () => Promise<{ default: string }[]>> = {
  manor: () => Promise.all([import('../boards/manor/pictures/hunter-basic.svg?raw')]),
  'treasure-hunters': () =>
    Promise.all([
      import('../boards/treasure-hunters/pictures/hunter-red.svg?raw'),
      import('../boards/treasure-hunters/pictures/hunter-yellow.svg?raw'),
      import('../boards/treasure-hunters/pictures/hunter-blue.svg?raw'),
      import('../boards/treasure-hunters/pictures/hunter-green.svg?raw'),
    ]),
};
// The hunters of Treasure Hunters have colours of their own.
const colours: Record<string, string[]> = { 'treasure-hunters': ['#ef5f4c', '#f2c83c', '#5aa2ee', '#4fb477'] };

export async function loadFigures(game: string): Promise<string[]> {
  return (await pictures[game]?.())?.map((picture) => picture.default) ?? [lantern];
}

export function figureOf(game: string, loaded: string[], seat: number): Figure {
  return { svg: loaded[(seat - 1) % loaded.length] ?? '', colour: colours[game]?.[seat - 1] ?? `var(--seat-${seat})` };
}
