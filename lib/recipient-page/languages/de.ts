// cspell:disable
/** The recipient's page in German. */
import type { PageTexts } from '#lib/recipient-page/texts.ts';

export const de: PageTexts = {
  channels: { email: 'E-Mail', sms: 'SMS', in_app: 'In der App', chat: 'Chat', push: 'Push-Nachricht' },
  title: 'Ihre Nachrichten',
  why: 'Warum Sie das bekommen haben',
  event: (sender, message, at) => `${sender} hat Ihnen am ${at} „${message}“ geschickt.`,
  topic: (topic) => `Sie folgen dem Thema „${topic}“.`,
  chosen: (at) => `Sie haben diese Nachrichten am ${at} eingeschaltet.`,
  notChosen: 'Sie bekommen diese Nachrichten, weil Sie sie nicht abbestellt haben.',
  switchedOff: (at, channels) => `Sie haben diese Nachrichten am ${at} abbestellt${channels && `: ${channels}`}.`,
  switchedOffLater: (at, channels) =>
    `Sie wurde geschickt, bevor Sie diese Nachrichten am ${at} abbestellt haben${channels && `: ${channels}`}.`,
  critical: (sender) => `${sender} schickt diese Nachrichten immer. Sie lassen sich nicht abbestellen.`,
  ended: 'Diese Nachrichten werden nicht mehr verschickt.',
  received: (channels) => `Sie bekommen diese Nachrichten: ${channels}.`,
  stop: 'Diese Nachrichten abbestellen',
  stopped: 'Sie bekommen diese Nachrichten nicht mehr.',
  resume: 'Diese Nachrichten wieder bekommen',
  resumed: 'Sie bekommen diese Nachrichten wieder.',
  all: 'Alle Nachrichten',
  allHint: 'Wichtige Nachrichten wie Anmeldecodes kommen weiterhin an.',
  stopAll: 'Alle Nachrichten abbestellen',
  stoppedAll: 'Sie bekommen nur noch wichtige Nachrichten.',
  resumeAll: 'Nachrichten wieder erlauben',
  resumedAll: 'Nachrichten sind wieder erlaubt. Ihre Auswahl für einzelne Arten gilt weiter.',
  choices: 'Nach Art auswählen',
  save: 'Speichern',
  saved: 'Ihre Auswahl ist gespeichert.',
  more: 'Weitere Arten',
  less: 'Vorherige Arten',
  problems: {
    unknown: [
      'Dieser Link ist ungültig',
      'Öffnen Sie den Link aus der Nachricht noch einmal, und kopieren Sie ihn ganz.',
    ],
    expired: ['Dieser Link ist abgelaufen', 'Verwenden Sie den Link in einer neueren Nachricht.'],
    preview: ['Dieser Link ist ein Beispiel', 'Eine verschickte Nachricht führt hier zur Seite des Empfängers.'],
    deleted: ['Sie bekommen keine Nachrichten mehr', 'Ihre Daten wurden gelöscht.'],
    ended: ['Dieser Link gilt nicht mehr', 'Der Absender hat gelöscht, wozu er gehört.'],
    busy: ['Zu viele Anfragen', 'Warten Sie eine Minute, und versuchen Sie es dann noch einmal.'],
    unreadable: ['Das Formular war nicht lesbar', 'Gehen Sie zurück, und versuchen Sie es noch einmal.'],
  },
};
