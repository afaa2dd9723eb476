// Texts of the board that are not among the game's own words.
import type { Words } from '../../../../protocol/lanterne';

export const words = {
  hidden: { en: 'face down', fr: 'caché' },
  'hidden-mine': { en: 'face down, only you know it', fr: 'caché, toi seul le connais' },
  covered: { en: 'covered', fr: 'couvert' },
  nobody: { en: 'nobody in front', fr: 'personne devant' },
  hand: { en: 'Your hunters', fr: 'Tes chasseurs' },
  none: { en: 'none left', fr: 'il n’en reste plus' },
  seen: { en: 'points in sight', fr: 'points visibles' },
  points: { en: 'points on manors that are face up', fr: 'points sur les manoirs visibles' },
  unseen: { en: 'Manors you have not seen:', fr: 'Manoirs que tu n’as pas vus :' },
  'of-owner': { en: '{hunter} of {owner}', fr: '{hunter} de {owner}' },
  chosen: { en: 'your choice', fr: 'ton choix' },
} satisfies Record<string, Words>;

export type ManorWord = keyof typeof words;
