import type { Chapter } from './lesson';

// Zoe is George; Wick and Soot are Shadows, Flint is the other Hunter.
export const lesson: Chapter[] = [
  {
    record: () => import('./shadow-hunters.json?raw'),
    seat: 1,
    steps: [
      {
        at: 0,
        say: {
          en: 'You are Zoe, and your card says George: a Hunter, who dies at 14 damage. Nobody else knows. Hunters win when all Shadows are dead, so find out who is who. A turn begins with two dice; their sum says which area you go to.',
          fr: 'Tu es Zoe, et ta carte dit Georges : un Hunter, qui meurt à 14 blessures. Personne d’autre ne le sait. Les Hunters gagnent quand tous les Shadows sont morts : à toi de trouver qui est qui. Un tour commence par deux dés ; leur somme dit dans quel lieu tu vas.',
        },
      },
      {
        at: 1,
        say: {
          en: 'A 2 leads to the Hermit’s Cabin. Every area offers something; this one gives you a Hermit card, the way to learn about the others.',
          fr: 'Un 2 mène à l’Antre de l’Ermite. Chaque lieu propose quelque chose ; celui-ci te donne une carte Vision, le moyen d’en apprendre sur les autres.',
        },
      },
      {
        at: 2,
        say: {
          en: 'Only you read it, and whoever you give it to: a Shadow takes 2 damage, anybody else says that nothing happens. The answer will tell you something. Give it to Flint.',
          fr: 'Tu es seul à la lire, avec celui à qui tu la donnes : un Shadow reçoit 2 blessures, tout autre dit qu’il ne se passe rien. La réponse t’en dira long. Donne-la à Flint.',
        },
      },
      {
        at: 3,
        say: {
          en: 'Nothing happened, so Flint is hardly a Shadow; only the Unknown may lie. And Soot, attacked, has turned up the Werewolf: a Shadow. With four players there are two of each side. Then who is Wick? Roll again.',
          fr: 'Il ne s’est rien passé : Flint n’est sans doute pas un Shadow ; seul le Métamorphe peut mentir. Et Soot, attaqué, a montré le Loup-garou : un Shadow. À quatre, il y en a deux de chaque camp. Alors, qui est Wick ? Relance les dés.',
        },
      },
      {
        at: 4,
        say: {
          en: 'At the Underworld Gate you choose the deck. White cards mostly help, Black ones mostly hurt, Hermit cards ask. Equipment stays in front of its owner, for all to see.',
          fr: 'À la Porte de l’Outremonde, tu choisis la pioche. Les cartes Lumière aident plutôt, les Ténèbres blessent plutôt, les Visions interrogent. Un équipement reste devant son propriétaire, à la vue de tous.',
        },
      },
      {
        at: 5,
        say: {
          en: 'This one costs 2 damage to whoever dies at 12 or later. The Werewolf does, and you know where he sits: sometimes a question is a weapon.',
          fr: 'Celle-ci coûte 2 blessures à qui meurt à 12 ou plus tard. C’est le cas du Loup-garou, et tu sais où il est assis : parfois, une question est une arme.',
        },
      },
      {
        at: 6,
        say: {
          en: 'A turn ends with an attack, if you like, on somebody in your area or the one joined to it. Two dice again: their difference is the damage, equal dice miss. You and Flint are the Hunters, so Wick must be the other Shadow.',
          fr: 'Un tour finit par une attaque, si tu veux, sur quelqu’un de ton lieu ou du lieu relié. Encore deux dés : leur différence donne les blessures, deux dés égaux ratent. Flint et toi êtes les Hunters, donc Wick doit être l’autre Shadow.',
        },
      },
      {
        at: 7,
        say: {
          en: 'Missed; that happens. At the start of a turn you may reveal yourself and use your ability. Everybody will know you then, friends too. George strikes once with the four-sided die, wherever the victim stands.',
          fr: 'Raté ; cela arrive. Au début d’un tour, tu peux te révéler et te servir de ta capacité. Tous te connaîtront alors, tes amis aussi. Georges frappe une fois avec le dé à quatre faces, où que soit sa victime.',
        },
      },
    ],
    end: {
      en: 'That is a turn: move, use the area, attack, and listen to the answers. The diamonds over the damage on a portrait mark where somebody may die, and the notebook keeps what is certain and your guesses.',
      fr: 'Voilà un tour : se déplacer, profiter du lieu, attaquer, et écouter les réponses. Les losanges au-dessus des blessures d’un portrait marquent où quelqu’un peut mourir, et le carnet garde ce qui est certain et tes idées.',
    },
  },
];
