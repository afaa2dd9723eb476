// Texts of the board that are not among the game's own words.
import type { Words } from '../../../../protocol/lanterne';

export const words = {
  hidden: { en: 'face down', fr: 'caché' },
  'hidden-mine': { en: 'face down, only you know it', fr: 'caché, toi seul le connais' },
  covered: { en: 'covered', fr: 'couvert' },
  nobody: { en: 'nobody in front', fr: 'personne devant' },
  room: { en: 'room for {n} {n?hunter:hunters}', fr: 'encore {n} {n?place:places}' },
  full: { en: 'full', fr: 'complet' },
  hand: { en: 'Your hunters', fr: 'Tes chasseurs' },
  none: { en: 'none left', fr: 'il n’en reste plus' },
  left: { en: '{n} left', fr: 'il en reste {n}' },
  you: { en: 'You', fr: 'Toi' },
  seen: { en: 'in sight', fr: 'en vue' },
  points: { en: 'points on manors that are face up', fr: 'points sur les manoirs visibles' },
  unseen: { en: 'Not yet seen', fr: 'Pas encore vus' },
  'of-owner': { en: '{hunter} of {owner}', fr: '{hunter} de {owner}' },
  chosen: { en: 'your choice', fr: 'ton choix' },
  'your-street': { en: 'Your street', fr: 'Ta rue' },
  street: { en: 'Street of {name}', fr: 'Rue de {name}' },

  // The prompt while a hunter is in hand.
  'hold-hunter': { en: 'Your {hunter}: touch a manor with room.', fr: 'Ton {hunter} : touche un manoir où il reste une place.' },
  'hold-detect': { en: 'Your detector: touch somebody else’s closed manor, to open it.', fr: 'Ton détecteur : touche un manoir caché des autres, pour l’ouvrir.' },
  // The prompt for an action that waits for its second touch.
  'ask-place': { en: 'Your {hunter} at {place}: {sum}. Tap again to place it.', fr: 'Ton {hunter} devant {place} : {sum}. Touche encore pour le placer.' },
  'ask-blind': { en: 'Your {hunter} at {place}, still closed. Tap again to place it.', fr: 'Ton {hunter} devant {place}, encore caché. Touche encore pour le placer.' },
  'ask-trap': { en: 'Your {hunter} at {place}: {sum} for {name}. Tap again to place it.', fr: 'Ton {hunter} devant {place} : {sum} pour {name}. Touche encore pour le placer.' },
  'ask-open': { en: 'Open {place} for all to see? Tap again.', fr: 'Ouvrir {place} à la vue de tous ? Touche encore.' },
  'ask-send': { en: 'Send {owner!your|*’s} {hunter} away? Tap it again.', fr: 'Renvoyer {owner!ton|le} {hunter}{owner!| de *} ? Touche-le encore.' },
  'ask-call': { en: 'Call {owner!your|*’s} {hunter} from {place}? Tap it again.', fr: 'Appeler {owner!ton|le} {hunter}{owner!| de *}, devant {place} ? Touche-le encore.' },
  'turn-of': { en: 'turn {n} of {all}', fr: 'tour {n} sur {all}' },
  'the-end': { en: 'the end', fr: 'la fin' },

  // The names of the houses. French ones carry their article.
  gables: { en: 'Gables', fr: 'le Pignon' },
  tower: { en: 'Tower', fr: 'la Tour' },
  mansard: { en: 'Mansard', fr: 'la Mansarde' },
  observatory: { en: 'Observatory', fr: 'l’Observatoire' },
  belfry: { en: 'Belfry', fr: 'le Beffroi' },
  elm: { en: 'Elm', fr: 'l’Orme' },

  // Short names of the hunters, under their figures.
  basic: { en: 'Basic', fr: 'Standard' },
  'over-equipped': { en: 'Over-equipped', fr: 'Suréquipé' },
  tandem: { en: 'Tandem', fr: 'Binôme' },
  detector: { en: 'Detector', fr: 'Détecteur' },
  'call-for-help': { en: 'Call for help', fr: 'Appel à l’aide' },

  // Chips: what happened in at most seven words. The reader's own name is '' and not said.
  'chip-placed': { en: '{seat!You|*}: {hunter} at {place}', fr: '{seat!Toi|*} : {hunter} devant {place}' },
  'chip-sent': { en: '{seat!You send|* sends} {owner!your|*’s} {hunter} away', fr: '{seat!Tu renvoies|* renvoie} {owner!ton|le} {hunter}{owner!| de *}' },
  'chip-moved': { en: '{seat!Your|*’s} {hunter} goes to {place}', fr: '{seat!Ton|Le} {hunter}{seat!| de *} va devant {place}' },
  'chip-called': { en: '{seat!You call|* calls} {owner!your|*’s} {hunter}', fr: '{seat!Tu appelles|* appelle} {owner!ton|le} {hunter}{owner!| de *}' },
  'chip-turned-up': { en: '{place} opens: {manor}', fr: '{place} s’ouvre : {manor}' },
  'chip-guarded': { en: 'A tandem guards {place}', fr: 'Un binôme garde {place}' },

  // Scoring and end.
  worth: { en: 'worth {n}', fr: 'vaut {n}' },
  shared: { en: 'shared', fr: 'partagé' },
  trapped: { en: 'trapped', fr: 'piégé' },
  empty: { en: 'Nobody came.', fr: 'Personne n’est venu.' },
  'tap-hold': { en: 'tap: next · hold: the end', fr: 'toucher : suivant · tenir : la fin' },
  again: { en: 'Tell the scoring again', fr: 'Revoir le décompte' },
  'you-win': { en: 'You win, {a} to {b}', fr: 'Tu gagnes, {a} à {b}' },
  'one-wins': { en: '{name} wins, {a} to {b}', fr: '{name} gagne, {a} à {b}' },
  'you-both': { en: '{n} win, {a} each', fr: '{n} vainqueurs, {a} chacun' },
  second: { en: 'second', fr: '2ᵉ' },
  third: { en: 'third', fr: '3ᵉ' },
  fourth: { en: 'fourth', fr: '4ᵉ' },
  decided: { en: 'What decided it', fr: 'Ce qui a décidé' },
  'by-trap': { en: 'Won by {lead}: {place} brought {gain}.', fr: 'Gagné de {lead} : {place} a rapporté {gain}.' },
  'lead-same': { en: 'Won by {lead}: just what {place} brought.', fr: 'Gagné de {lead} : juste ce que {place} a rapporté.' },
  'lead-none': { en: 'Nobody was ahead: {a} each.', fr: 'Personne devant : {a} chacun.' },
  'card-alone': { en: 'Nobody else came.', fr: 'Personne d’autre n’est venu.' },
  'card-part': { en: '{name}: {n}', fr: '{name} : {n}' },
  'card-trap': { en: 'The trap: {list}.', fr: 'Le piège : {list}.' },
  bar: { en: '{name}: {n} points', fr: '{name} : {n} points' },
} satisfies Record<string, Words>;

export type ManorWord = keyof typeof words;
