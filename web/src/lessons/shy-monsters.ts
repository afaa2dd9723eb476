import type { Chapter } from './lesson';

// The same floor twice: built as the Master, then walked as the Hero.
export const lesson: Chapter[] = [
  {
    record: () => import('./shy-monsters-master.json?raw'),
    seat: 1,
    steps: [
      {
        at: 0,
        say: {
          en: 'You are Zoe, the Dungeon Master. You drew the dragon and the mantis; with an Exit and three Corridors they make a floor, face down. A monster is dangerous only where it feels at home: the memo says that the dragon likes a dead end. Lay it beside the Entrance.',
          fr: 'Tu es Zoe, Maître du Donjon. Tu as pioché le dragon et la mante ; avec une Sortie et trois Couloirs, ils font un étage, face cachée. Un monstre n’est dangereux que là où il se sent chez lui : le mémo dit que le dragon aime les culs-de-sac. Pose-le à côté de l’Entrée.',
        },
      },
      {
        at: 1,
        say: {
          en: 'Red light: it is at home there, and the marks say what it wants around it. Leave its other sides free, or it is no dead end any more. The Exit is what the Hero looks for.',
          fr: 'Lumière rouge : il y est chez lui, et les marques disent ce qu’il veut autour de lui. Laisse ses autres côtés libres, sinon ce n’est plus un cul-de-sac. La Sortie, c’est ce que cherche le Héros.',
        },
      },
      {
        at: 2,
        say: {
          en: 'Corridors are empty, but face down all tiles look alike. They shape the floor, and lead astray.',
          fr: 'Les Couloirs sont vides, mais face cachée toutes les tuiles se ressemblent. Ils donnent sa forme à l’étage, et ils égarent.',
        },
      },
      { at: 3, say: { en: 'Each tile lies edge to edge with another.', fr: 'Chaque tuile en touche une autre par un côté.' } },
      { at: 4, say: { en: 'The last Corridor.', fr: 'Le dernier Couloir.' } },
      {
        at: 5,
        say: {
          en: 'The mantis likes the middle of a straight passage. Out here it is ill at ease and will do nothing; but the Hero does not know that. Bluff.',
          fr: 'La mante aime le milieu d’un passage droit. Là-bas elle est mal à l’aise et ne fera rien ; mais le Héros l’ignore. Bluffe.',
        },
      },
      { at: 6, say: { en: 'In a game you can take tiles back by a touch, in any order, until you confirm. Then the Hero comes: watch.', fr: 'En partie, tu peux reprendre d’un toucher n’importe quelle tuile tant que tu n’as pas confirmé. Ensuite vient le Héros : regarde.' } },
    ],
    end: {
      en: 'The Hero turned up two tiles, was not fooled by the mantis, spent the Attack on the dragon and found the Exit. There are three floors: a Hero who dies has lost. Now walk the same floor yourself.',
      fr: 'Le Héros a retourné deux tuiles, ne s’est pas laissé tromper par la mante, a dépensé son Attaque sur le dragon et trouvé la Sortie. Il y a trois étages : s’il meurt, il a perdu. Maintenant, parcours toi-même cet étage.',
    },
  },
  {
    record: () => import('./shy-monsters-hero.json?raw'),
    seat: 2,
    steps: [
      {
        at: 0,
        say: {
          en: 'Now you are the Hero, and all you see of that floor is its shape. Before the first floor you may turn up two tiles.',
          fr: 'Te voilà Héros, et de cet étage tu ne vois que la forme. Avant le premier étage, tu peux retourner deux tuiles.',
        },
      },
      { at: 1, say: { en: 'A Corridor: nothing there. One more, the farthest.', fr: 'Un Couloir : rien. Encore une, la plus éloignée.' } },
      {
        at: 2,
        say: {
          en: 'The mantis, not at home: harmless. Now compare the shape with the memo. g6 is a dead end, just what a dragon likes. Once a floor you may attack as you enter: that kills whatever is there.',
          fr: 'La mante, pas chez elle : inoffensive. Compare maintenant la forme avec le mémo. g6 est un cul-de-sac, tout ce qu’aime un dragon. Une fois par étage, tu peux attaquer en entrant : cela tue ce qui s’y trouve.',
        },
      },
      { at: 3, say: { en: 'The dragon, and at home: without the Attack you would be dead. Go back.', fr: 'Le dragon, et chez lui : sans l’Attaque, tu serais mort. Reviens.' } },
      {
        at: 4,
        say: {
          en: 'Three tiles are left. A Jump, also once a floor, carries you over a tile without waking what is on it. You do not need it now: go on.',
          fr: 'Il reste trois tuiles. Un Saut, une fois par étage aussi, te porte par-dessus une tuile sans réveiller ce qu’il y a dessus. Pas besoin cette fois : avance.',
        },
      },
    ],
    end: {
      en: 'The Exit. The next floor has two new monsters, and one tile less is turned up beforehand; Attack and Jump are back. Out of the third floor alive, you have won.',
      fr: 'La Sortie. L’étage suivant a deux nouveaux monstres, et une tuile de moins est retournée d’avance ; Attaque et Saut reviennent. Sorti vivant du troisième, tu as gagné.',
    },
  },
];
