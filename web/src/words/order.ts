// Texts about blocked people, reports and unwanted words, a part of those of ui.ts.
import type { Words } from '../../../protocol/lanterne';

export const orderWords = {
  'person-more': { en: 'Block or report {name}', fr: 'Bloquer ou signaler {name}' },
  block: { en: 'Block', fr: 'Bloquer' },
  'block-name': { en: 'Block {name}', fr: 'Bloquer {name}' },
  'block-help': {
    en: 'You no longer read what {name} says, here or at other tables; {name} cannot invite you or sit at your tables, and is not told. The game goes on as before. You can take it back in the settings.',
    fr: 'Tu ne lis plus ce que dit {name}, ici comme aux autres tables ; {name} ne peut plus t’inviter ni s’asseoir à tes tables, et n’en saura rien. La partie continue comme avant. Tu peux revenir là-dessus dans les réglages.',
  },
  blocked: { en: '{name} is blocked.', fr: 'C’est fait : {name} est sur ta liste de blocage.' },
  report: { en: 'Report', fr: 'Signaler' },
  'report-help': { en: 'Whoever runs this server reads it, with the last lines of chat that you can read here.', fr: 'La personne qui tient ce serveur le lit, avec les dernières lignes de discussion que tu peux lire ici.' },
  'report-reason': { en: 'Why?', fr: 'Pourquoi ?' },
  'report-more': { en: 'Anything else (optional)', fr: 'Autre chose (facultatif)' },
  'report-send': { en: 'Send the report', fr: 'Envoyer le signalement' },
  reported: { en: 'Thank you, your report has been received.', fr: 'Merci, ton signalement est bien arrivé.' },
  'reason-insult': { en: 'Insults or threats', fr: 'Insultes ou menaces' },
  'reason-spam': { en: 'Messages nobody wants', fr: 'Messages indésirables' },
  'reason-cheating': { en: 'Cheating', fr: 'Triche' },
  'reason-name': { en: 'The name', fr: 'Le nom' },
  'reason-other': { en: 'Something else', fr: 'Autre chose' },
  blocks: { en: 'Blocked people', fr: 'Personnes bloquées' },
  'blocks-help': { en: 'You read nothing they say, and they cannot sit at your tables.', fr: 'Tu ne lis rien de ce qu’elles disent, et elles ne s’assoient pas à tes tables.' },
  unblock: { en: 'Unblock', fr: 'Débloquer' },
  'unblock-name': { en: 'Unblock {name}', fr: 'Débloquer {name}' },
  words: { en: 'Unwanted words', fr: 'Mots indésirables' },
  'words-help': {
    en: 'Stars replace these words in the chat, and names here cannot have them. Put commas between; capitals and accents make no difference.',
    fr: 'Des étoiles remplacent ces mots dans la discussion, et les noms ici ne peuvent pas les contenir. Sépare-les par des virgules ; majuscules et accents ne comptent pas.',
  },
} satisfies Record<string, Words>;
