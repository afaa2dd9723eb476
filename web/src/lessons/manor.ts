import type { Chapter } from './lesson';

export const lesson: Chapter[] = [
  {
    record: () => import('./manor.json?raw'),
    seat: 1,
    steps: [
      {
        at: 0,
        say: {
          en: 'You are Zoe. Four of these manors are yours, and only you see them: 2, 1, 5 and a trap. At the end a hunter earns the number of the manor it stands at. One of yours must be shown to all: show the weakest.',
          fr: 'Tu es Zoe. Quatre de ces manoirs sont à toi, et toi seul les vois : 2, 1, 5 et un piège. À la fin, un chasseur rapporte le nombre du manoir devant lequel il se tient. Il faut en montrer un à tous : montre le plus faible.',
        },
      },
      {
        at: 1,
        say: {
          en: 'Your first tandem, two hunters on one card, guards one of your hidden manors. It earns double there: put it at the 5.',
          fr: 'Ton premier binôme, deux chasseurs sur une carte, garde un de tes manoirs cachés. Il y rapporte le double : mets-le devant le 5.',
        },
      },
      {
        at: 2,
        say: {
          en: 'From now on you place one hunter of your hand a turn, at any manor, yours or your rival’s; at most four stand at each. The other tandem earns double too.',
          fr: 'Désormais tu places à chaque tour un chasseur de ta main, devant n’importe quel manoir, à toi ou à ton rival ; pas plus de quatre par manoir. L’autre binôme rapporte le double lui aussi.',
        },
      },
      {
        at: 3,
        say: {
          en: 'Once placed, you may send away one hunter who stood there before. Here that is only your own: end the turn.',
          fr: 'Après avoir placé, tu peux renvoyer un chasseur qui était déjà là. Ici, il n’y a que le tien : finis ton tour.',
        },
      },
      {
        at: 4,
        say: {
          en: 'Your rival has smelt the 5. And what do those hidden manors hold? Your Detector turns one of them up for all to see before it is placed.',
          fr: 'Ton rival a flairé le 5. Et ses manoirs cachés, que valent-ils ? Ton détecteur en retourne un à la vue de tous, avant d’être placé.',
        },
      },
      {
        at: 5,
        say: {
          en: 'A 3: good to know. Now the Detector stands somewhere like any other hunter. Go where the rival has come.',
          fr: 'Un 3 : bon à savoir. Maintenant le détecteur se place comme un autre chasseur. Va là où ton rival est venu.',
        },
      },
      {
        at: 6,
        say: {
          en: 'The rival’s tandem would earn 10 here. Send it away: its owner has to find it another manor. Only over-equipped hunters can never be moved.',
          fr: 'Le binôme de ton rival rapporterait 10 ici. Renvoie-le : son propriétaire doit lui trouver un autre manoir. Seuls les chasseurs suréquipés ne bougent jamais.',
        },
      },
      {
        at: 19,
        say: {
          en: 'A few turns later: your last hunter. Not every manor has a number. A shared one pays less the more stand there; a trapped one pays its owner for every rival.',
          fr: 'Quelques tours plus tard : ton dernier chasseur. Tous les manoirs n’ont pas de nombre. Un manoir partagé paie d’autant moins qu’on y est nombreux ; un manoir piégé paie son propriétaire pour chaque rival.',
        },
      },
      {
        at: 20,
        say: {
          en: 'Nobody has to be sent away. End the turn: after the rival’s last hunter everything is turned up and counted.',
          fr: 'On n’est pas obligé de renvoyer quelqu’un. Finis ton tour : après le dernier chasseur de ton rival, tout est retourné et compté.',
        },
      },
    ],
    end: {
      en: 'The scoring tells it manor by manor. Each hunter earned its manor’s number, tandems the double, and your trap paid 3 for the rival who was sent there. The most points win: that is all of Manor.',
      fr: 'Le décompte le raconte, manoir par manoir. Chaque chasseur a rapporté le nombre de son manoir, les binômes le double, et ton piège a payé 3 pour le rival qui y est allé. Le plus grand total l’emporte : c’est tout Manoir.',
    },
  },
];
