/**
 * The registry of providers. A provider is one file and one entry here. The types require an entry for every ID of the
 * enumeration. For the server only, because the registry loads the sending libraries. The dashboard reads the catalogue
 * (catalogue.ts).
 */
import type { ProviderDefinition } from './definition.ts';
import { type InterfaceProviderId, PROVIDER_IDS } from './ids.ts';
import { fromWireName } from './service-name.ts';

type Loader<Id extends string = string> = () => Promise<{ provider: ProviderDefinition & { id: Id } }>;

const REGISTRY = {
  emailjs: () => import('./email/emailjs.ts'),
  mailgun: () => import('./email/mailgun.ts'),
  mailjet: () => import('./email/mailjet.ts'),
  mandrill: () => import('./email/mandrill.ts'),
  nodemailer: () => import('./email/nodemailer.ts'),
  postmark: () => import('./email/postmark.ts'),
  sendgrid: () => import('./email/sendgrid.ts'),
  sendinblue: () => import('./email/sendinblue.ts'),
  ses: () => import('./email/ses.ts'),
  netcore: () => import('./email/netcore.ts'),
  'infobip-email': () => import('./email/infobip-email.ts'),
  resend: () => import('./email/resend.ts'),
  plunk: () => import('./email/plunk.ts'),
  mailersend: () => import('./email/mailersend.ts'),
  mailtrap: () => import('./email/mailtrap.ts'),
  clickatell: () => import('./sms/clickatell.ts'),
  outlook365: () => import('./email/outlook365.ts'),
  'svc-email': () => import('./email/svc-email.ts'),
  sparkpost: () => import('./email/sparkpost.ts'),
  'email-webhook': () => import('./email/email-webhook.ts'),
  braze: () => import('./email/braze.ts'),
  'svc-email-agent': () => import('./email/svc-email-agent.ts'),
  nexmo: () => import('./sms/nexmo.ts'),
  plivo: () => import('./sms/plivo.ts'),
  sms77: () => import('./sms/sms77.ts'),
  'sms-central': () => import('./sms/sms-central.ts'),
  sns: () => import('./sms/sns.ts'),
  telnyx: () => import('./sms/telnyx.ts'),
  twilio: () => import('./sms/twilio.ts'),
  gupshup: () => import('./sms/gupshup.ts'),
  firetext: () => import('./sms/firetext.ts'),
  'infobip-sms': () => import('./sms/infobip-sms.ts'),
  'burst-sms': () => import('./sms/burst-sms.ts'),
  'bulk-sms': () => import('./sms/bulk-sms.ts'),
  'isend-sms': () => import('./sms/isend-sms.ts'),
  'forty-six-elks': () => import('./sms/forty-six-elks.ts'),
  kannel: () => import('./sms/kannel.ts'),
  maqsam: () => import('./sms/maqsam.ts'),
  termii: () => import('./sms/termii.ts'),
  'africas-talking': () => import('./sms/africas-talking.ts'),
  'svc-sms': () => import('./sms/svc-sms.ts'),
  sendchamp: () => import('./sms/sendchamp.ts'),
  'generic-sms': () => import('./sms/generic-sms.ts'),
  clicksend: () => import('./sms/clicksend.ts'),
  bandwidth: () => import('./sms/bandwidth.ts'),
  messagebird: () => import('./sms/messagebird.ts'),
  simpletexting: () => import('./sms/simpletexting.ts'),
  'azure-sms': () => import('./sms/azure-sms.ts'),
  'ring-central': () => import('./sms/ring-central.ts'),
  'brevo-sms': () => import('./sms/brevo-sms.ts'),
  'eazy-sms': () => import('./sms/eazy-sms.ts'),
  mobishastra: () => import('./sms/mobishastra.ts'),
  'afro-message': () => import('./sms/afro-message.ts'),
  unifonic: () => import('./sms/unifonic.ts'),
  smsmode: () => import('./sms/smsmode.ts'),
  imedia: () => import('./sms/imedia.ts'),
  sinch: () => import('./sms/sinch.ts'),
  'isendpro-sms': () => import('./sms/isendpro-sms.ts'),
  'cm-telecom': () => import('./sms/cm-telecom.ts'),
  fcm: () => import('./push/fcm.ts'),
  apns: () => import('./push/apns.ts'),
  expo: () => import('./push/expo.ts'),
  'one-signal': () => import('./push/one-signal.ts'),
  pushpad: () => import('./push/pushpad.ts'),
  'push-webhook': () => import('./push/push-webhook.ts'),
  'pusher-beams': () => import('./push/pusher-beams.ts'),
  appio: () => import('./push/appio.ts'),
  svc: () => import('./in-app/svc.ts'),
  slack: () => import('./chat/slack.ts'),
  discord: () => import('./chat/discord.ts'),
  msteams: () => import('./chat/msteams.ts'),
  mattermost: () => import('./chat/mattermost.ts'),
  ryver: () => import('./chat/ryver.ts'),
  zulip: () => import('./chat/zulip.ts'),
  'grafana-on-call': () => import('./chat/grafana-on-call.ts'),
  getstream: () => import('./chat/getstream.ts'),
  'rocket-chat': () => import('./chat/rocket-chat.ts'),
  'whatsapp-business': () => import('./chat/whatsapp-business.ts'),
  'chat-webhook': () => import('./chat/chat-webhook.ts'),
  'svc-slack': () => import('./chat/svc-slack.ts'),
  telegram: () => import('./chat/telegram.ts'),
  anthropic: () => import('./agent/anthropic.ts'),
  'svc-anthropic': () => import('./agent/svc-anthropic.ts'),
  'anthropic-aws': () => import('./agent/anthropic-aws.ts'),
  line: () => import('./chat/line.ts'),
} satisfies { [Id in InterfaceProviderId]: Loader<Id> } & Record<string, Loader>;

const loaders = new Map<string, Loader>(Object.entries(REGISTRY));

/** The IDs of all providers: first those of the interface's enumeration, in its order, then the additional ones. */
export const REGISTERED_IDS: readonly string[] = [...new Set<string>([...PROVIDER_IDS, ...loaders.keys()])];

/**
 * Returns the provider of an ID (neutral or as on the wire) with its `send`. The provider's module is loaded on first
 * use, so a process loads only the libraries that it needs.
 */
export async function loadProvider(id: string): Promise<ProviderDefinition | undefined> {
  const neutral = fromWireName(id);
  const known = loaded.get(neutral);
  if (known) return known;
  const provider = (await loaders.get(neutral)?.())?.provider;
  if (provider) loaded.set(neutral, provider);
  return provider;
}

/** Cached, because repeating the import would cost more than the rest of a send. */
const loaded = new Map<string, ProviderDefinition>();
