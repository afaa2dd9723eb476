// One symbol for one idea, everywhere. The right side names an icon of the game-icons set (CC BY 3.0,
// credited in About).
export const symbols = {
  lantern: 'lantern-flame',
  candle: 'candle-light',
  manor: 'spooky-house',
  locked: 'padlock',
  jewel: 'cut-diamond',
  jump: 'jump-across',
  attack: 'sword-brandish',
  dragon: 'dragon-head',
  hidden: 'hooded-figure',
  dice: 'perspective-dice-six-faces-random',
  bot: 'vintage-robot',
  eye: 'eyeball',
  time: 'hourglass',
  settings: 'cog',
  book: 'open-book',
  win: 'laurels',
  talk: 'conversation',
  notes: 'notebook',
} as const;

export type SymbolName = keyof typeof symbols;
