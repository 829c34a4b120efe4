// cspell:disable
/** The recipient's page in French. */
import type { PageTexts } from '#lib/recipient-page/texts.ts';

export const fr: PageTexts = {
  channels: { email: 'E-mail', sms: 'SMS', in_app: 'Dans l’application', chat: 'Chat', push: 'Notification push' },
  title: 'Vos messages',
  why: 'Pourquoi vous avez reçu ce message',
  event: (sender, message, at) => `${sender} vous a envoyé « ${message} » le ${at}.`,
  topic: (topic) => `Vous suivez le sujet « ${topic} ».`,
  chosen: (at) => `Vous avez activé ces messages le ${at}.`,
  notChosen: 'Vous recevez ces messages parce que vous ne les avez pas désactivés.',
  switchedOff: (at, channels) => `Vous avez désactivé ces messages le ${at}${channels && ` : ${channels}`}.`,
  switchedOffLater: (at, channels) =>
    `Il a été envoyé avant que vous désactiviez ces messages le ${at}${channels && ` : ${channels}`}.`,
  critical: (sender) => `${sender} envoie toujours ces messages. Ils ne peuvent pas être désactivés.`,
  ended: 'Ces messages ne sont plus envoyés.',
  received: (channels) => `Vous recevez ces messages : ${channels}.`,
  stop: 'Ne plus recevoir ces messages',
  stopped: 'Vous ne recevez plus ces messages.',
  resume: 'Recevoir à nouveau ces messages',
  resumed: 'Vous recevez à nouveau ces messages.',
  all: 'Tous les messages',
  allHint: 'Les messages importants, comme les codes de connexion, arrivent toujours.',
  stopAll: 'Ne plus recevoir de messages',
  stoppedAll: 'Vous ne recevez plus que les messages importants.',
  resumeAll: 'Autoriser à nouveau les messages',
  resumedAll: 'Les messages sont à nouveau autorisés. Vos choix par type restent valables.',
  choices: 'Choisir par type',
  save: 'Enregistrer',
  saved: 'Vos choix sont enregistrés.',
  more: 'Types suivants',
  less: 'Types précédents',
  problems: {
    unknown: ['Ce lien n’est pas valide', 'Ouvrez à nouveau le lien du message, et copiez-le en entier.'],
    expired: ['Ce lien a expiré', 'Utilisez le lien d’un message plus récent.'],
    preview: ['Ce lien est un exemple', 'Dans un message envoyé, ce lien mène à la page du destinataire.'],
    deleted: ['Vous ne recevez plus de messages', 'Vos données ont été supprimées.'],
    ended: ['Ce lien n’est plus valable', 'L’expéditeur a supprimé ce à quoi il appartient.'],
    busy: ['Trop de demandes', 'Attendez une minute, puis réessayez.'],
    unreadable: ['Le formulaire est illisible', 'Revenez en arrière, puis réessayez.'],
  },
};
