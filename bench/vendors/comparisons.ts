/** The library with which each provider is compared, and the allowed differences with their reasons. */
import type { ChatTarget } from '#lib/providers/message.ts';

export interface Comparison {
  /** The name in `libraries/*.mjs`. */
  library: string;
  provider: string;
  /** Credentials in addition to the credentials in `credentials.ts`. */
  credentials?: Record<string, unknown>;
  target?: ChatTarget;
  /** Reasons why a difference does not change the meaning, by its place. */
  explained?: Record<string, string>;
}

const SLACK_TARGET = { channel: 'C024BE91L', oauthAccessToken: 'xoxb-1' };
const SENDGRID = { 'headers.list-id': 'the library sends the headers of the email as those of its request too' };
const ONE_SIGNAL = { 'query.c': 'the reference has it in the address, the library leaves it out' };
const FORM = 'a form and JSON are both documented';

export const COMPARISONS: readonly Comparison[] = [
  { library: '@sendgrid/mail', provider: 'sendgrid', explained: SENDGRID },
  {
    library: '@sendgrid/mail (EU, IP pool)',
    provider: 'sendgrid',
    credentials: { region: 'eu', ipPoolName: 'pool-1' },
    explained: SENDGRID,
  },
  { library: 'mailgun.js', provider: 'mailgun' },
  { library: 'mailgun.js (EU)', provider: 'mailgun', credentials: { baseUrl: 'https://api.eu.mailgun.net' } },
  { library: 'postmark', provider: 'postmark' },
  { library: 'resend', provider: 'resend' },
  { library: '@aws-sdk/client-sesv2', provider: 'ses' },
  { library: 'mailersend', provider: 'mailersend' },
  { library: '@getbrevo/brevo', provider: 'sendinblue' },
  { library: 'node-mailjet', provider: 'mailjet' },
  {
    library: '@mailchimp/mailchimp_transactional',
    provider: 'mandrill',
    explained: { path: 'the library calls version 1.3, the reference documents 1.0; both take the same request' },
  },
  { library: 'sparkpost', provider: 'sparkpost' },
  { library: 'sparkpost (EU)', provider: 'sparkpost', credentials: { region: 'eu' } },
  { library: 'mailtrap', provider: 'mailtrap' },
  { library: 'twilio', provider: 'twilio' },
  {
    library: 'twilio (messaging service)',
    provider: 'twilio',
    credentials: { from: 'MG0123456789abcdef0123456789abcdef' },
  },
  {
    library: '@vonage/sms',
    provider: 'nexmo',
    explained: {
      'headers.content-type': FORM,
      'headers.authorization': 'the key in the body and Basic authentication are both documented',
      'body.api_key': 'the same',
      'body.api_secret': 'the same',
    },
  },
  { library: '@aws-sdk/client-sns', provider: 'sns' },
  {
    library: 'messagebird',
    provider: 'messagebird',
    explained: { 'body.recipients': 'the library joins the list, which the reference has' },
  },
  { library: 'telnyx', provider: 'telnyx' },
  { library: 'plivo', provider: 'plivo' },
  { library: '@sinch/sms', provider: 'sinch' },
  {
    library: '@infobip-api/sdk',
    provider: 'infobip-sms',
    explained: {
      path: 'the library knows the earlier version of the API',
      'body.type': 'the library’s own word for a message of text',
      'body.messages':
        'today’s version has sender, content and webhooks where the earlier one has from, text and callbackData',
    },
  },
  { library: '@seven.io/client', provider: 'sms77' },
  { library: 'clicksend', provider: 'clicksend' },
  { library: '@getbrevo/brevo (SMS)', provider: 'brevo-sms' },
  { library: 'firebase-admin', provider: 'fcm' },
  { library: '@parse/node-apn', provider: 'apns', explained: { 'headers.content-type': 'Apple reads JSON only' } },
  {
    library: 'apns2',
    provider: 'apns',
    explained: {
      'headers.content-type': 'Apple reads JSON only',
      'headers.apns-priority': 'the library leaves out 10, which is the default',
      'headers.apns-id': 'the library does not send one; Belfry’s names the message',
    },
  },
  {
    library: 'expo-server-sdk',
    provider: 'expo',
    explained: { body: 'one message and a list of one are both documented' },
  },
  { library: '@onesignal/node-onesignal', provider: 'one-signal', explained: ONE_SIGNAL },
  {
    library: '@onesignal/node-onesignal (external id)',
    provider: 'one-signal',
    credentials: { apiVersion: 'externalId' },
    explained: ONE_SIGNAL,
  },
  {
    library: 'pushpad',
    provider: 'pushpad',
    explained: {
      'headers.authorization': 'the REST reference has `Token token="…"`, the library `Bearer`',
      body: 'the REST reference nests the notification, the library sends it flat',
    },
  },
  { library: '@pusher/push-notifications-server', provider: 'pusher-beams' },
  {
    library: '@slack/webhook',
    provider: 'slack',
    target: { webhookUrl: 'https://hooks.slack.com/services/T0/B0/key-1' },
  },
  {
    library: '@slack/web-api',
    provider: 'slack',
    target: SLACK_TARGET,
    explained: { 'headers.content-type': FORM, 'body.metadata': 'JSON inside a form' },
  },
  {
    library: '@discordjs/rest',
    provider: 'discord',
    target: { webhookUrl: 'https://discord.com/api/v10/webhooks/1/key-1' },
  },
  { library: 'telegraf', provider: 'telegram', target: { channel: '-100123' } },
  {
    library: 'node-telegram-bot-api',
    provider: 'telegram',
    target: { channel: '-100123' },
    explained: { 'headers.content-type': FORM },
  },
  {
    library: '@great-detail/whatsapp',
    provider: 'whatsapp-business',
    target: { phoneNumber: '+16505551234' },
    explained: { path: 'the library leaves out the version of the API' },
  },
];
