// Texts about passkeys, loaded with the settings (uiAdd).
import type { Words } from '../../../protocol/lanterne';

export const passkeyWords = {
  passkeys: { en: 'Passkeys', fr: 'Clés d’accès' },
  'passkey-help': {
    en: 'A passkey signs you in with the finger, face or code of a device instead of the password. The password stays as your way back, and a new password ends all passkeys.',
    fr: 'Une clé d’accès te connecte avec le doigt, le visage ou le code d’un appareil, sans mot de passe. Le mot de passe reste ton recours, et un nouveau mot de passe met fin à toutes les clés.',
  },
  'passkey-cannot': {
    en: 'No passkeys here: they need a browser that has them, and the page opened by its name over https, not by an address.',
    fr: 'Pas de clés d’accès ici : il faut un navigateur qui les connaît, et la page ouverte par son nom en https, pas par une adresse.',
  },
  'passkey-none': { en: 'You have none yet.', fr: 'Tu n’en as pas encore.' },
  'passkey-since': { en: 'since {day}', fr: 'depuis le {day}' },
  'passkey-used': { en: 'last used {day}', fr: 'utilisée le {day}' },
  'passkey-site': { en: 'for {site}', fr: 'pour {site}' },
  'passkey-name': { en: 'Name of the passkey', fr: 'Nom de la clé d’accès' },
  'passkey-add': { en: 'Add a passkey', fr: 'Ajouter une clé d’accès' },
  'passkey-added': { en: 'Added.', fr: 'Ajoutée.' },
  'passkey-rename': { en: 'Rename', fr: 'Renommer' },
  'passkey-remove': { en: 'Remove', fr: 'Retirer' },
  'passkey-remove-sure': { en: 'Remove the passkey “{name}”? It signs you in no more. Your device may go on offering it until you delete it there.', fr: 'Retirer la clé d’accès « {name} » ? Elle ne te connectera plus. Ton appareil peut encore la proposer tant que tu ne l’y effaces pas.' },
  'passkey-enter': { en: 'Sign in with a passkey', fr: 'Se connecter avec une clé d’accès' },
  'passkey-stopped': { en: 'Stopped, or it took too long. Nothing has changed.', fr: 'Interrompu, ou trop long. Rien n’a changé.' },
  'passkey-had': { en: 'This device has a passkey of your account already.', fr: 'Cet appareil a déjà une clé d’accès de ton compte.' },
  'passkey-unable': { en: 'This device cannot make a passkey that checks who you are.', fr: 'Cet appareil ne sait pas faire de clé d’accès qui vérifie que c’est toi.' },
} satisfies Record<string, Words>;
