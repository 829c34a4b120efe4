/** The two provider enumerations of the interface (spec 2.3 and 2.11), in order, with neutral `svc…` names. */
import type { z } from 'zod';
import { wireCodec, wireEnum } from './service-name.ts';

/** Spec 2.3: chat providers at positions 1-13, push providers at 14-21. */
export const SUBSCRIBER_CHANNEL_PROVIDER_IDS = [
  'slack',
  'discord',
  'msteams',
  'mattermost',
  'ryver',
  'zulip',
  'grafana-on-call',
  'getstream',
  'rocket-chat',
  'whatsapp-business',
  'chat-webhook',
  'svc-slack',
  'telegram',
  'fcm',
  'apns',
  'expo',
  'one-signal',
  'pushpad',
  'push-webhook',
  'pusher-beams',
  'appio',
] as const;

/** Spec 2.11: every provider an execution can name. E-mail, SMS, push, in-app, chat, agent runtimes. */
export const PROVIDER_IDS = [
  'emailjs',
  'mailgun',
  'mailjet',
  'mandrill',
  'nodemailer',
  'postmark',
  'sendgrid',
  'sendinblue',
  'ses',
  'netcore',
  'infobip-email',
  'resend',
  'plunk',
  'mailersend',
  'mailtrap',
  'clickatell',
  'outlook365',
  'svc-email',
  'sparkpost',
  'email-webhook',
  'braze',
  'svc-email-agent',
  'nexmo',
  'plivo',
  'sms77',
  'sms-central',
  'sns',
  'telnyx',
  'twilio',
  'gupshup',
  'firetext',
  'infobip-sms',
  'burst-sms',
  'bulk-sms',
  'isend-sms',
  'forty-six-elks',
  'kannel',
  'maqsam',
  'termii',
  'africas-talking',
  'svc-sms',
  'sendchamp',
  'generic-sms',
  'clicksend',
  'bandwidth',
  'messagebird',
  'simpletexting',
  'azure-sms',
  'ring-central',
  'brevo-sms',
  'eazy-sms',
  'mobishastra',
  'afro-message',
  'unifonic',
  'smsmode',
  'imedia',
  'sinch',
  'isendpro-sms',
  'cm-telecom',
  'fcm',
  'apns',
  'expo',
  'one-signal',
  'pushpad',
  'push-webhook',
  'pusher-beams',
  'appio',
  'svc',
  'slack',
  'discord',
  'msteams',
  'mattermost',
  'ryver',
  'zulip',
  'grafana-on-call',
  'getstream',
  'rocket-chat',
  'whatsapp-business',
  'chat-webhook',
  'svc-slack',
  'telegram',
  'anthropic',
  'svc-anthropic',
  'anthropic-aws',
] as const;

/** A provider id as Belfry stores it. */
export type NeutralProviderId = (typeof PROVIDER_IDS)[number];
export type NeutralSubscriberChannelProviderId = (typeof SUBSCRIBER_CHANNEL_PROVIDER_IDS)[number];

/** Spec 2.3 on the wire, in responses. */
export const SubscriberChannelProviderId = wireEnum(SUBSCRIBER_CHANNEL_PROVIDER_IDS);
export type SubscriberChannelProviderId = z.infer<typeof SubscriberChannelProviderId>;

/** Spec 2.3 in requests: wire value in, neutral value out. */
export const SubscriberChannelProviderIdInput = wireCodec(SUBSCRIBER_CHANNEL_PROVIDER_IDS);

/** The provider enumeration of spec 2.11 on the wire, in responses. */
export const ProviderId = wireEnum(PROVIDER_IDS);
export type ProviderId = z.infer<typeof ProviderId>;

/** The provider enumeration of spec 2.11 in requests: wire value in, neutral value out. */
export const ProviderIdInput = wireCodec(PROVIDER_IDS);
