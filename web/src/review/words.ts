// The texts of the review, written separately in each language; loaded with it.
import type { Words } from '../../../protocol/lanterne';
import { app } from '../app.svelte';
import { fillWords } from '../words/fill';

const words = {
  review: { en: 'Review', fr: 'Le bilan' },
  counting: { en: 'Walking the evening again… {n} in 100', fr: 'On refait le chemin de la soirée… {n} sur 100' },
  waiting: { en: 'Waiting for its turn…', fr: 'On attend son tour…' },
  leave: { en: 'Leave it', fr: 'Laisser' },
  won: { en: 'You won', fr: 'Tu as gagné' },
  lost: { en: 'You lost', fr: 'Tu as perdu' },
  ended: { en: 'The game was given up', fr: 'La partie a été abandonnée' },
  role: { en: '{title} · {role}', fr: '{title} · {role}' },
  'at-start': { en: 'at the start', fr: 'au début' },
  'at-end-won': { en: 'won', fr: 'gagné' },
  'at-end-lost': { en: 'lost', fr: 'perdu' },
  'at-end': { en: 'at the end', fr: 'à la fin' },
  even: { en: 'even', fr: 'partagé' },
  luck: { en: 'dice and cards', fr: 'dés et cartes' },
  others: { en: 'the others', fr: 'les autres' },
  own: { en: 'your play', fr: 'ton jeu' },
  unknown: { en: 'nobody could know', fr: 'nul ne savait' },
  unexplained: { en: 'not explained', fr: 'inexpliqué' },
  'luck-up': { en: 'The dice were kind', fr: 'Les dés t’ont souri' },
  'luck-down': { en: 'The dice were not kind', fr: 'Les dés ne t’ont pas souri' },
  'others-up': { en: 'the table was kind', fr: 'la table t’a aidé' },
  'others-down': { en: 'the table was not kind', fr: 'la table ne t’a rien passé' },
  'others-but': { en: 'the table was not', fr: 'la table, elle, ne t’a rien passé' },
  'others-nor': { en: 'nor was the table', fr: 'la table non plus' },
  'unknown-up': { en: 'what nobody could know went your way', fr: 'ce que nul ne savait a tourné pour toi' },
  'unknown-down': { en: 'what nobody could know went against you', fr: 'ce que nul ne savait a tourné contre toi' },
  'unexplained-up': { en: 'more went your way than we can explain', fr: 'il t’est venu plus que nous ne pouvons expliquer' },
  'unexplained-down': { en: 'more went against you than we can explain', fr: 'plus a tourné contre toi que nous ne pouvons expliquer' },
  'own-none': { en: 'you gave nothing away that we could see', fr: 'tu n’as rien laissé filer que l’on ait pu voir' },
  'own-little': { en: 'you gave little away', fr: 'tu as laissé filer peu de chose' },
  'own-much': { en: 'you gave much away', fr: 'tu as laissé filer beaucoup' },
  report: { en: '{a}, {b}, and {c}.', fr: '{a}, {b}, et {c}.' },
  ridge: { en: 'Your chance, move by move', fr: 'Ta chance, coup par coup' },
  slip: { en: 'Move {move}: {n} in 100', fr: 'Coup {move} : {n} sur 100' },
  'slip-yours': { en: 'Move {move}, yours: {n} in 100', fr: 'Coup {move}, le tien : {n} sur 100' },
  'slip-end': { en: 'The end: {n} in 100', fr: 'La fin : {n} sur 100' },
  only: { en: 'Only {cause}', fr: 'Seulement : {cause}' },
  kind: { en: 'Where luck was kind', fr: 'Quand la chance a souri' },
  cost: { en: 'What cost you most', fr: 'Ce qui t’a coûté le plus' },
  nothing: { en: 'Nothing that we could see.', fr: 'Rien que l’on ait pu voir.' },
  'moment-of': { en: 'Move {move} · {cause}', fr: 'Coup {move} · {cause}' },
  'moment-deal': { en: 'The deal · {cause}', fr: 'La donne · {cause}' },
  go: { en: 'Go there', fr: 'Y aller' },
  see: { en: 'The position', fr: 'La position' },
  beliefs: { en: 'What you could think', fr: 'Ce que tu pouvais penser' },
  'beliefs-when': { en: 'As you could know it at move {move}. The wider, the likelier.', fr: 'Comme tu pouvais le savoir au coup {move}. Plus c’est large, plus c’est probable.' },
  'beliefs-none': { en: 'Nothing was hidden from you then.', fr: 'Rien ne t’était caché à ce moment.' },
  tenths: { en: '{name}: {n} in 10', fr: '{name} : {n} sur 10' },
  'one-in': { en: '{name}: 1 in {n}', fr: '{name} : 1 sur {n}' },
  rare: { en: 'others: 1 in {n}', fr: 'autres : 1 sur {n}' },
  known: { en: 'known', fr: 'connu' },
  'known-since': { en: 'move {move}', fr: 'coup {move}' },
  moved: { en: 'What moved it most:', fr: 'Ce qui l’a changé le plus :' },
  'show-truth': { en: 'Show what was', fr: 'Montrer ce qui était' },
  'hide-truth': { en: 'Hide what was', fr: 'Cacher ce qui était' },
  was: { en: 'It was: {name}', fr: 'C’était : {name}' },
  retry: { en: 'Try it again', fr: 'Rejoue-le' },
  'retry-at': { en: 'Move {move} as you saw it. What do you do?', fr: 'Le coup {move} comme tu le voyais. Que fais-tu ?' },
  'you-did': { en: 'you did this', fr: 'tu as fait cela' },
  'both': { en: '{a}: {an} in 100. {b}: {bn} in 100.', fr: '{a} : {an} sur 100. {b} : {bn} sur 100.' },
  'same': { en: 'This is what you did: {an} in 100.', fr: 'C’est ce que tu as fait : {an} sur 100.' },
  'board-then': { en: 'The table as you saw it', fr: 'La table comme tu la voyais' },
  earlier: { en: 'Your choice before', fr: 'Ton choix d’avant' },
  later: { en: 'Your next choice', fr: 'Ton choix suivant' },
  'table-curve': { en: 'The ridge as a table', fr: 'La crête en tableau' },
  'table-beliefs': { en: 'What you could think, as a table', fr: 'Ce que tu pouvais penser, en tableau' },
  move: { en: 'Move', fr: 'Coup' },
  before: { en: 'Chance before, of 100', fr: 'Chance avant, sur 100' },
  cause: { en: 'Cause', fr: 'Cause' },
  changed: { en: 'Changed by', fr: 'Changée de' },
  thing: { en: 'What', fr: 'Quoi' },
  thought: { en: 'What you could think', fr: 'Ce que tu pouvais penser' },
  how: { en: 'What does all this mean?', fr: 'Que veut dire tout cela ?' },
  'help-chance': {
    en: 'Your chance is how many of 100 games you would win from there if everybody played on sensibly. The ridge shows it, and the walker is the moment you look at.',
    fr: 'Ta chance, c’est le nombre de parties que tu gagnerais sur 100 depuis là, si chacun jouait raisonnablement. La crête la montre, et le marcheur est le moment que tu regardes.',
  },
  'help-luck': {
    en: 'What a die or a card gave you, compared with all the dice and cards that could have come. Over many games luck is zero.',
    fr: 'Ce qu’un dé ou une carte t’a donné, comparé à tous les dés et à toutes les cartes qui pouvaient venir. Sur beaucoup de parties, la chance est nulle.',
  },
  'help-others': {
    en: 'What their choices changed for you, compared with what they usually do there.',
    fr: 'Ce que leurs choix ont changé pour toi, comparé à ce qu’ils font d’habitude à cet endroit.',
  },
  'help-own': {
    en: 'What you gave away, only by what you could know then: all that was hidden from you is dealt again, many times, and your choice and the others are tried in the same deals. Only a clear difference counts.',
    fr: 'Ce que tu as laissé filer, d’après ce que tu pouvais savoir alors : tout ce qui t’était caché est redistribué, bien des fois, et ton choix et les autres sont essayés dans les mêmes donnes. Seule une nette différence compte.',
  },
  'help-unknown': {
    en: 'The rest. A good move that fails because of a hidden card belongs here, not to you. So does what the estimate is too coarse to give to anybody.',
    fr: 'Le reste. Un bon coup qui échoue à cause d’une carte cachée est ici, pas chez toi. Ce que l’estimation est trop grossière pour attribuer y est aussi.',
  },
  'help-unexplained': {
    en: 'The rest. This game hides nothing from you, so it is what the estimate is too coarse to give to the dice, to the others or to you. It can be large.',
    fr: 'Le reste. Ce jeu ne te cache rien : c’est donc ce que l’estimation est trop grossière pour attribuer aux dés, aux autres ou à toi. Cette part peut être grande.',
  },
  'help-beliefs': {
    en: 'What you could think: one strip for each hidden thing, the wider a picture, the likelier. It moves with the walker.',
    fr: 'Ce que tu pouvais penser : une bande pour chaque chose cachée ; plus une image est large, plus c’est probable. Elle suit le marcheur.',
  },
  'how-words': {
    en: 'The four and your chance at the start add up to the result. All of it is an estimate: luck is known to within {luck}, what the others did to within {others}. A moment of a few points means little.',
    fr: 'Les quatre parts et ta chance au début font le résultat. Tout cela est une estimation : la chance est connue à {luck} près, ce que les autres ont fait à {others} près. Un moment de quelques points ne dit pas grand-chose.',
  },
  save: { en: 'Save the review', fr: 'Enregistrer le bilan' },
} satisfies Record<string, Words>;

export type ReviewKey = keyof typeof words;

export function t(key: ReviewKey, values: Record<string, string | number> = {}): string {
  return fillWords(words[key], app.lang, values);
}

export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0';
}
