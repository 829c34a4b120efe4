/** The list from which users choose a provider: every provider through which Belfry can send. */

interface PickerEntry {
  /** Neutral provider ID. */
  id: string;
  /** One line about the provider. */
  line: string;
  /** Additional search words: former and current names, the vendor, colloquial names. */
  words?: string;
}

/**
 * Ordered by popularity in each channel, the most used provider first. Contains every provider through which Belfry can
 * send.
 */
export const PICKER_ENTRIES: readonly PickerEntry[] = [
  { id: 'svc', line: 'Messages that your app shows in its own inbox', words: 'in-app inbox bell feed' },
  {
    id: 'nodemailer',
    line: 'Any mail server, with host, port and password',
    words: 'smtp mail server gmail outlook nodemailer postfix relay',
  },
  { id: 'sendgrid', line: 'Email API of Twilio', words: 'twilio' },
  { id: 'ses', line: 'Email of Amazon Web Services', words: 'aws amazon simple email service' },
  { id: 'postmark', line: 'Transactional email, fast to the inbox' },
  { id: 'resend', line: 'Email API for developers' },
  { id: 'mailgun', line: 'Email API of Sinch', words: 'sinch' },
  { id: 'sendinblue', line: 'Email platform from Europe', words: 'brevo sendinblue' },
  { id: 'mailjet', line: 'Sinch’s email API, from Europe', words: 'sinch' },
  { id: 'mandrill', line: 'Transactional email of Mailchimp', words: 'mailchimp transactional' },
  { id: 'sparkpost', line: 'Bird’s email service for high volumes', words: 'bird messagebird' },
  { id: 'mailersend', line: 'Transactional email by the makers of MailerLite' },
  { id: 'mailtrap', line: 'Email API with testing tools' },
  {
    id: 'outlook365',
    line: 'A mailbox of Microsoft 365, through Microsoft Graph',
    words: 'microsoft office exchange outlook graph',
  },
  { id: 'plunk', line: 'Open-source email platform, also on your own server' },
  { id: 'infobip-email', line: 'Email of the SMS platform Infobip' },
  { id: 'email-webhook', line: 'Your own server gets each email as JSON', words: 'webhook http custom own' },
  { id: 'twilio', line: 'SMS in most countries', words: 'text message' },
  { id: 'nexmo', line: 'SMS API of Vonage', words: 'vonage' },
  { id: 'sns', line: 'SMS of Amazon Web Services', words: 'aws amazon simple notification service' },
  { id: 'messagebird', line: 'SMS of Bird, through a channel or the former API', words: 'bird' },
  { id: 'plivo', line: 'SMS API, also for the US and India' },
  { id: 'sinch', line: 'SMS for high volumes' },
  { id: 'telnyx', line: 'SMS over the vendor’s own network' },
  { id: 'infobip-sms', line: 'SMS in most countries, with local support' },
  { id: 'bandwidth', line: 'SMS in the US and Canada' },
  { id: 'azure-sms', line: 'SMS of Microsoft Azure', words: 'microsoft communication services' },
  { id: 'africas-talking', line: 'SMS in Africa' },
  { id: 'brevo-sms', line: 'SMS of the email platform Brevo', words: 'sendinblue' },
  { id: 'clicksend', line: 'SMS API from Australia' },
  { id: 'sms77', line: 'SMS API from Germany', words: 'seven' },
  { id: 'forty-six-elks', line: 'SMS API from Sweden', words: '46elks' },
  { id: 'cm-telecom', line: 'SMS API from the Netherlands', words: 'cm.com cm telecom' },
  { id: 'clickatell', line: 'SMS API from South Africa, for most countries' },
  { id: 'ring-central', line: 'SMS from the numbers of a RingCentral account' },
  { id: 'termii', line: 'SMS API from Nigeria, for Africa' },
  { id: 'gupshup', line: 'SMS in India' },
  { id: 'unifonic', line: 'SMS in the Middle East' },
  { id: 'generic-sms', line: 'Your own server gets each SMS as JSON', words: 'webhook http custom own generic' },
  {
    id: 'fcm',
    line: 'Google’s push service for Android, iOS and browsers',
    words: 'firebase google android ios web push',
  },
  {
    id: 'apns',
    line: 'Apple’s push service for iPhone, iPad and Mac',
    words: 'apple ios iphone push notification service',
  },
  { id: 'expo', line: 'Push to apps made with Expo', words: 'react native' },
  { id: 'one-signal', line: 'Push to apps and browsers', words: 'onesignal' },
  { id: 'pusher-beams', line: 'Pusher’s push service for apps and browsers' },
  { id: 'pushpad', line: 'Push to browsers and apps' },
  { id: 'push-webhook', line: 'Your own server gets each push message as JSON', words: 'webhook http custom own' },
  { id: 'slack', line: 'Posts to channels and people of a workspace', words: 'salesforce chat' },
  { id: 'msteams', line: 'Posts to channels through a workflow', words: 'microsoft teams office 365' },
  { id: 'discord', line: 'Posts to a channel of a server' },
  { id: 'whatsapp-business', line: 'WhatsApp messages through Meta’s cloud', words: 'meta facebook whats app' },
  { id: 'telegram', line: 'Messages of a bot' },
  { id: 'line', line: 'Messages of an official account: Japan, Taiwan, Thailand', words: 'line messaging japan' },
  { id: 'mattermost', line: 'Posts to channels through a webhook' },
  { id: 'rocket-chat', line: 'Posts to channels through a webhook', words: 'rocket chat' },
  { id: 'zulip', line: 'Posts to topics through a webhook' },
  { id: 'grafana-on-call', line: 'Alerts for people on call', words: 'incident alert' },
  { id: 'svc-slack', line: 'Connections made by another cloud’s app', words: 'slack chat hosted' },
  { id: 'chat-webhook', line: 'Your own server gets each chat message as JSON', words: 'webhook http custom own' },
];
