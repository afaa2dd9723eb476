import type { Chapter } from './lesson';

export const lesson: Chapter[] = [
  {
    record: () => import('./treasure-hunters.json?raw'),
    seat: 1,
    steps: [
      {
        at: 0,
        say: {
          en: 'You are Zoe; you all play together against the house. Blue and Red are your hunters. The die says how far you may walk, and nearly always a card is drawn: a ghost appears in that room. Jewels lie in the red rooms. Blue has rolled 5: walk to room J.',
          fr: 'Tu es Zoe ; vous jouez tous ensemble contre la maison. Bleu et Rouge sont tes chasseurs. Le dé dit jusqu’où tu peux marcher, et presque toujours on pioche une carte : un fantôme apparaît dans cette pièce. Les joyaux sont dans les pièces rouges. Bleu a obtenu 5 : va dans la pièce J.',
        },
      },
      { at: 1, say: { en: 'You have stopped in a red room: take its jewel. A hunter carries one at a time.', fr: 'Tu t’es arrêté dans une pièce rouge : prends son joyau. Un chasseur n’en porte qu’un à la fois.' } },
      {
        at: 2,
        say: {
          en: 'The other hunters have walked. Now Red, with a 6: the one number that brings no ghost. In room I a jewel waits, and a ghost beside it.',
          fr: 'Les autres chasseurs ont marché. Maintenant Rouge, avec un 6 : le seul nombre qui n’amène pas de fantôme. Dans la pièce I attend un joyau, et un fantôme à côté.',
        },
      },
      {
        at: 3,
        say: {
          en: 'Take it. Then you fight: alone you throw one die, and a ghost on it chases a ghost away.',
          fr: 'Prends-le. Ensuite tu affrontes : seul, tu lances un dé, et un fantôme dessus en chasse un.',
        },
      },
      {
        at: 4,
        say: {
          en: 'It stayed. The third ghost in a room makes a haunting, and six hauntings lose the game: so chase them while they are few. Blue has one step, and a ghost has just appeared next door, in G.',
          fr: 'Il est resté. Le troisième fantôme d’une pièce amène un Esprit Malfaisant, et six Esprits font perdre : chasse les fantômes tant qu’ils sont peu nombreux. Bleu n’a qu’un pas, et un fantôme vient d’apparaître à côté, en G.',
        },
      },
      {
        at: 5,
        say: {
          en: 'Gone. And Red has a 6 and a jewel: far enough for the front door. Only what is carried outside counts.',
          fr: 'Parti. Et Rouge a un 6 et un joyau : assez pour la porte d’entrée. Seul compte ce qu’on porte dehors.',
        },
      },
    ],
    end: {
      en: 'A jewel is safe. Bring all eight, and every hunter, outside before six rooms are haunted. A haunting holds whoever carries a jewel, and only two hunters together can banish it. Stay close to each other.',
      fr: 'Un joyau est sauvé. Sortez les huit, et tous les chasseurs, avant que six pièces soient hantées. Un Esprit Malfaisant retient qui porte un joyau, et il faut être deux pour le chasser. Restez près les uns des autres.',
    },
  },
];
