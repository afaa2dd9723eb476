// The choices of the set-up sheet, and the table they make. Everything that can be chosen comes from the
// server's description of the game: the numbers of seats, the levels of bots, the variants.
import type { GameSummary, Operations } from '../../../protocol/lanterne';

export type Where = 'device' | 'friends';

// Who sits at a seat: the person who sets up, another person at this screen, a bot, or a friend to come.
export type Sitter = 'me' | 'here' | 'bot' | 'friend';

export interface Setup {
  seats: number;
  mine: number;
  level: string;
  variant: string; // a choice of the game's variant option; '' where it has none
  where: Where;
  bots: number[]; // seats of bots among friends
  here: number[]; // seats of other people at this screen
  names: Record<number, string>; // of these, where they were given
}

const COMPANY = 3;

export function usualSeats(game: GameSummary): number {
  return Math.min(game.seats_max, Math.max(game.seats_min, COMPANY));
}

// The levels offered to people, weakest first: the bots that have a label.
export function levelsOf(game: GameSummary): GameSummary['bots'] {
  return game.bots.filter((bot) => bot.label);
}

// The default bot: the middle one of the levels for people, else the strongest.
export function usualBot(game: GameSummary): string {
  const levels = levelsOf(game);
  return levels[Math.floor((levels.length - 1) / 2)]?.level ?? game.bots.at(-1)?.level ?? 'random';
}

// The level of a bot in a word, if people know it by one.
export function levelSaid(bot: GameSummary['bots'][number], lang: 'en' | 'fr'): string {
  return (bot.label ?? bot.name)[lang];
}

export function variantsOf(game: GameSummary): NonNullable<GameSummary['options'][number]['choices']> {
  return game.options.find((option) => option.name === game.variant)?.choices ?? [];
}

export function usualSetup(game: GameSummary): Setup {
  return { seats: usualSeats(game), mine: 1, level: usualBot(game), variant: variantsOf(game)[0]?.id ?? '', where: 'device', bots: [], here: [], names: {} };
}

// A stored set-up, with what the game no longer offers replaced.
export function validSetup(game: GameSummary, kept: Partial<Setup> | undefined): Setup {
  const usual = usualSetup(game);
  const whole = { ...usual, ...kept };
  const seats = whole.seats >= game.seats_min && whole.seats <= game.seats_max ? whole.seats : usual.seats;
  const within = (list: unknown) => (Array.isArray(list) ? list.filter((seat): seat is number => Number.isInteger(seat) && seat >= 1 && seat <= seats) : []);
  return {
    seats,
    mine: whole.mine >= 1 && whole.mine <= seats ? whole.mine : 1,
    level: game.bots.some((bot) => bot.level === whole.level) ? whole.level : usual.level,
    variant: variantsOf(game).some((choice) => choice.id === whole.variant) ? whole.variant : usual.variant,
    where: whole.where === 'friends' ? 'friends' : 'device',
    bots: within(whole.bots),
    here: within(whole.here),
    names: typeof whole.names === 'object' && whole.names !== null ? whole.names : {},
  };
}

export function sitterAt(setup: Setup, seat: number): Sitter {
  if (seat === setup.mine) return 'me';
  if (setup.where === 'device') return setup.here.includes(seat) ? 'here' : 'bot';
  return setup.bots.includes(seat) ? 'bot' : 'friend';
}

// The set-up after a touch on a seat: another person at this screen or a bot; a bot or a friend.
export function withSeatChanged(setup: Setup, seat: number): Setup {
  if (seat === setup.mine) return setup;
  const list = setup.where === 'device' ? setup.here : setup.bots;
  const next = list.includes(seat) ? list.filter((other) => other !== seat) : [...list, seat];
  return setup.where === 'device' ? { ...setup, here: next } : { ...setup, bots: next };
}

// With friends still to come, the table waits for them before it starts.
export function tableOf(game: GameSummary, setup: Setup): Operations['create']['params'] {
  const words: Record<Sitter, string> = { me: 'me', here: 'me', bot: setup.level, friend: 'empty' };
  const sitters = Array.from({ length: setup.seats }, (_, at) => sitterAt(setup, at + 1));
  const usual = variantsOf(game)[0]?.id;
  const names = sitters.map((sitter, at) => (sitter === 'here' ? (setup.names[at + 1]?.trim() ?? '') : ''));
  return {
    settings: {
      game: game.game,
      seats: setup.seats,
      hints: true,
      ...(game.variant && setup.variant && setup.variant !== usual ? { options: { [game.variant]: setup.variant } } : {}),
    },
    plan: sitters.map((sitter) => words[sitter]),
    ...(names.some(Boolean) ? { names } : {}),
    ...(sitters.includes('friend') ? {} : { start: true }),
  };
}

type Values = Record<string, string>;

// The values of all options as the rulebook has them that a variant stands for.
export function rulebookOf(game: GameSummary, variant: string): Values {
  const implied = game.presets?.[variant] ?? {};
  return Object.fromEntries(game.options.map((row) => [row.name, row.name === game.variant ? variant || row.standard : (implied[row.name] ?? row.standard)]));
}

// What will be played with the options of a table: what was set, what the variant implies, the standard.
export function valuesOf(game: GameSummary, options: Values): Values {
  return { ...rulebookOf(game, variantIn(game, options)), ...options };
}

export function variantIn(game: GameSummary, options: Values): string {
  return (game.variant && options[game.variant]) || (variantsOf(game)[0]?.id ?? '');
}

// The options to send for these values: those that the variant does not imply already.
export function optionsFor(game: GameSummary, values: Values): Values {
  const variant = variantIn(game, values);
  const rulebook = rulebookOf(game, variant);
  const usual = variantsOf(game)[0]?.id;
  return Object.fromEntries(
    game.options.flatMap((row) => {
      const value = String(values[row.name] ?? row.standard);
      const implied = row.name === game.variant ? usual : rulebook[row.name];
      return value === implied ? [] : [[row.name, value]];
    }),
  );
}

// The rows of options that differ from the rulebook in use, the variant itself first where it is not the
// usual.
export function differencesOf(game: GameSummary, options: Values): GameSummary['options'] {
  const given = optionsFor(game, valuesOf(game, options));
  return game.options.filter((row) => row.name in given);
}

// A value of an option in a few words that stand alone; yes and no only with their question.
export function valueSaid(option: GameSummary['options'][number], value: string, lang: 'en' | 'fr'): string {
  const name = option.choices?.find((word) => word.id === value)?.name[lang];
  const question = option.help[lang].replace(/[.:]\s*$/, '');
  return name === undefined ? `${question} ${value.slice(0, 40)}` : /^(yes|no|on|off|oui|non)$/.test(name) ? `${question}${lang === 'fr' ? '\u202f:' : ':'} ${name}` : name;
}
