/** Messages for providers, by channel. They are already rendered and checked, so that a provider only converts them. */
import type { Channel } from './channel.ts';

/** In-app messages are stored, not sent. */
export type DeliveryChannel = Exclude<Channel, 'in_app'>;

interface Common {
  /**
   * The message's ID, the same for all attempts. Sent in the vendor's metadata, and as the idempotency key if the
   * vendor supports one.
   */
  id: string;
  /** `overrides.providers.<id>` of the trigger or step, merged over the body of the provider's request. */
  overrides?: Record<string, unknown>;
}

export interface EmailAttachment {
  name: string;
  contentType?: string;
  content: Uint8Array;
  /** The name by which the HTML shows the file: `cid:<contentId>`. */
  contentId?: string;
}

export interface Mailbox {
  /** The bare address. */
  email: string;
  name?: string;
}

export interface EmailMessage extends Common {
  channel: 'email';
  to: Mailbox;
  /** The sender. Default: the integration's sender. */
  from?: Mailbox;
  /** The name that replaces the sender's name. */
  senderName?: string;
  replyTo?: Mailbox;
  cc?: readonly Mailbox[];
  bcc?: readonly Mailbox[];
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
  /** The recipients who still lack the message, if an earlier attempt reached the others. Absent: all. */
  only?: readonly string[];
  attachments?: readonly EmailAttachment[];
}

export interface SmsMessage extends Common {
  channel: 'sms';
  /** The stored phone number, usually E.164. */
  to: string;
  /** The sender. Default: the integration's sender. */
  from?: string;
  content: string;
}

/** A message to one device. */
export interface PushMessage extends Common {
  channel: 'push';
  token: string;
  title: string;
  content: string;
  /** Data for the receiving app: from the override, otherwise the payload of the trigger. */
  data?: Record<string, unknown>;
  /** Whether `data` is the payload, which was not written for a notification. */
  isPayload?: boolean;
  /**
   * The recipient, and the events that a digest collected before the step. Only the customer's own server gets them.
   */
  subscriber?: Record<string, unknown>;
  events?: readonly unknown[];
}

/** A subscriber's target for a chat provider (spec 2.3). The fields depend on the provider. */
export interface ChatTarget {
  webhookUrl?: string;
  channel?: string;
  phoneNumber?: string;
  apiToken?: string;
  oauthAccessToken?: string;
  clientId?: string;
  /** The following fields are for on-call tools. */
  alertUid?: string;
  title?: string;
  imageUrl?: string;
  state?: string;
  externalUrl?: string;
}

/** A template that is stored at the vendor, with the values to insert. */
export interface ChatTemplate {
  name: string;
  /** The vendor’s language code, such as `en_US`. */
  language: string;
  /** The values by name, or by number from 1. Each text is on one line. */
  parameters: readonly { name: string; text: string }[];
}

export interface ChatMessage extends Common {
  channel: 'chat';
  target: ChatTarget;
  content: string;
  /** The ranges of the content that are values, which the provider escapes. The author wrote the rest. */
  values?: readonly (readonly [start: number, end: number])[] | undefined;
  /** Vendors with templates send the template instead of the content. */
  template?: ChatTemplate | undefined;
}

export type ChannelMessage = EmailMessage | SmsMessage | PushMessage | ChatMessage;

export type MessageOf<C extends DeliveryChannel> = Extract<ChannelMessage, { channel: C }>;
