// Texts about rated tables and ratings, a part of those of ui.ts.
import type { Words } from '../../../protocol/lanterne';

export const ratingWords = {
  rating: { en: 'rating', fr: 'de cote' },
  'rating-help': {
    en: 'From {n} rated {n?game:games}; most likely between {low} and {high}. It begins at 1500, and 400 points are odds of 10 to 1.',
    fr: 'D’après {n} {n?partie classée:parties classées} ; le plus probable : entre {low} et {high}. On part de 1500, et 400 points valent 10 contre 1.',
  },
  'rating-curve': { en: 'The way of the rating, between {from} and {to}; the table below has the numbers', fr: 'Le chemin de la cote, entre {from} et {to} ; les nombres sont dans le tableau' },
  'rating-table': { en: 'Game by game', fr: 'Partie par partie' },
  'rating-game': { en: 'Game', fr: 'Partie' },
  'rating-result': { en: 'Result', fr: 'Résultat' },
  'rating-after': { en: 'Rating after it', fr: 'Cote après elle' },
  'rating-won': { en: 'won', fr: 'gagnée' },
  'rating-lost': { en: 'lost', fr: 'perdue' },
  rated: { en: 'A rated game', fr: 'Partie classée' },
  'rated-help': {
    en: 'The result counts for everybody’s rating in this game. For people alone, one at each seat, and without advice; it begins when everybody is ready. Not counted when somebody leaves.',
    fr: 'Le résultat compte pour la cote de chacun à ce jeu. Entre personnes seulement, une par place, et sans conseils ; elle commence quand tout le monde est prêt. Si quelqu’un s’en va, rien n’est compté.',
  },
  'rated-mark': { en: 'rated', fr: 'classée' },
  'rated-here': {
    en: 'A rated game: the result will count for your rating. If you do not want that, stand up before it begins.',
    fr: 'Partie classée : le résultat comptera pour ta cote. Si tu ne veux pas, lève-toi avant qu’elle commence.',
  },
  'fact-rated': { en: 'Rated: counts for everybody’s rating', fr: 'Classée : compte pour la cote de chacun' },
  'rating-yours': { en: 'Your rating:', fr: 'Ta cote :' },
  'unrated-left': { en: 'Not rated: somebody left their seat on the way.', fr: 'Pas de cote : quelqu’un a quitté sa place en route.' },
  'unrated-ended': { en: 'Not rated: the game was not played to its end.', fr: 'Pas de cote : la partie n’a pas été jouée jusqu’au bout.' },
  'unrated-other': { en: 'Not rated: games on this server do not count.', fr: 'Pas de cote : les parties de ce serveur ne comptent pas.' },
} satisfies Record<string, Words>;
