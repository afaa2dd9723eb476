// Who drew which symbol: the authors of game-icons.net by the names that the set's licence file gives them.
// The package of the set does not tell them; its sources do, where each author has a folder
// (github.com/game-icons/icons). Five symbols have two authors there; theirs is the one whose drawing is the
// package's. credits.test.ts compares with the symbols in use.
export const credits: Record<string, string> = {
  Lorc: 'angel-wings barbed-spear battered-axe book-aura candle-light cog compass conversation crossed-swords crystal-ball cut-diamond dragon-head envelope evil-bat eyeball gem-pendant heart-bottle holy-symbol hourglass lantern-flame laurels lightning-storm meat-cleaver minigun mirror-mirror open-book padlock prayer robe slap sunbeams vintage-robot voodoo-doll whip wolf-howl',
  Delapouite: 'banana-peel bolt-spell-cast chainsaw dynamite first-aid-kit goblin-head hand-bandage high-punch holy-water jump-across katana notebook person perspective-dice-six-faces-random prayer-beads spooky-house sword-brandish two-coins vampire-dracula',
  Skoll: 'fist pentacle revolver sight-disabled',
  'Carl Olsen': 'crossbow spider-alt',
  Sbed: 'death-skull shield',
  Rihlsul: 'chocolate-bar',
  DarkZaitzev: 'hooded-figure',
  Lucas: 'necklace',
};
