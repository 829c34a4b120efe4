// cspell:disable
/** The recipient's page in Spanish. */
import type { PageTexts } from '#lib/recipient-page/texts.ts';

export const es: PageTexts = {
  channels: {
    email: 'Correo electrónico',
    sms: 'SMS',
    in_app: 'En la aplicación',
    chat: 'Chat',
    push: 'Notificación push',
  },
  title: 'Sus mensajes',
  why: 'Por qué ha recibido este mensaje',
  event: (sender, message, at) => `${sender} le envió «${message}» el ${at}.`,
  topic: (topic) => `Usted sigue el tema «${topic}».`,
  chosen: (at) => `Usted activó estos mensajes el ${at}.`,
  notChosen: 'Recibe estos mensajes porque no los ha desactivado.',
  switchedOff: (at, channels) => `Usted desactivó estos mensajes el ${at}${channels && `: ${channels}`}.`,
  switchedOffLater: (at, channels) =>
    `Se envió antes de que usted desactivara estos mensajes el ${at}${channels && `: ${channels}`}.`,
  critical: (sender) => `${sender} siempre envía estos mensajes. No se pueden desactivar.`,
  ended: 'Estos mensajes ya no se envían.',
  received: (channels) => `Recibe estos mensajes: ${channels}.`,
  stop: 'Dejar de recibir estos mensajes',
  stopped: 'Ya no recibe estos mensajes.',
  resume: 'Recibir de nuevo estos mensajes',
  resumed: 'Vuelve a recibir estos mensajes.',
  all: 'Todos los mensajes',
  allHint: 'Los mensajes importantes, como los códigos de acceso, siguen llegando.',
  stopAll: 'Dejar de recibir mensajes',
  stoppedAll: 'Ahora solo recibe mensajes importantes.',
  resumeAll: 'Permitir de nuevo los mensajes',
  resumedAll: 'Los mensajes están permitidos de nuevo. Sus opciones por tipo siguen vigentes.',
  choices: 'Elegir por tipo',
  save: 'Guardar',
  saved: 'Sus opciones están guardadas.',
  more: 'Tipos siguientes',
  less: 'Tipos anteriores',
  problems: {
    unknown: ['Este enlace no es válido', 'Abra de nuevo el enlace del mensaje y cópielo entero.'],
    expired: ['Este enlace ha caducado', 'Use el enlace de un mensaje más reciente.'],
    preview: ['Este enlace es un ejemplo', 'En un mensaje enviado, este enlace lleva a la página del destinatario.'],
    deleted: ['Ya no recibe mensajes', 'Sus datos se eliminaron.'],
    ended: ['Este enlace ya no es válido', 'El remitente ha eliminado aquello a lo que pertenece.'],
    busy: ['Demasiadas solicitudes', 'Espere un minuto y vuelva a intentarlo.'],
    unreadable: ['No se pudo leer el formulario', 'Vuelva atrás e inténtelo de nuevo.'],
  },
};
