/** What goes out through a provider, by channel. It is rendered and checked; a provider only translates it. */
import type { Channel } from './channel.ts';

/** In-app messages are stored, not sent. */
export type DeliveryChannel = Exclude<Channel, 'in_app'>;

interface Common {
  /**
   * The message's id, the same at every attempt. It goes into the vendor's metadata, and serves as idempotency key
   * where the vendor supports one.
   */
  id: string;
  /** `overrides.providers.<id>` of the trigger or step. It is merged over the body of the provider's request. */
  overrides?: Record<string, unknown>;
}

export interface EmailAttachment {
  name: string;
  contentType?: string;
  content: Uint8Array;
  /** Shown inside the email as `cid:<contentId>`. */
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
  /** Default: the integration's. */
  from?: Mailbox;
  /** Replaces the name of the sender. */
  senderName?: string;
  replyTo?: Mailbox;
  cc?: readonly Mailbox[];
  bcc?: readonly Mailbox[];
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
  /** The recipients who still lack it, where an earlier attempt reached the others. Absent: all. */
  only?: readonly string[];
  attachments?: readonly EmailAttachment[];
}

export interface SmsMessage extends Common {
  channel: 'sms';
  /** As stored with the subscriber, usually E.164. */
  to: string;
  /** Default: the integration's. */
  from?: string;
  content: string;
}

/** A message to one device. */
export interface PushMessage extends Common {
  channel: 'push';
  token: string;
  title: string;
  content: string;
  /** For the app that gets it: the override's, otherwise the payload of the trigger. */
  data?: Record<string, unknown>;
  /** The data is the payload, which was not made for a notification. */
  isPayload?: boolean;
  /** For a server of one's own: whom it is for, and the events that a digest before the step collected. */
  subscriber?: Record<string, unknown>;
  events?: readonly unknown[];
}

/** What a subscriber stores for a chat provider (spec 2.3). The provider decides which fields count. */
export interface ChatTarget {
  webhookUrl?: string;
  channel?: string;
  phoneNumber?: string;
  apiToken?: string;
  oauthAccessToken?: string;
  clientId?: string;
  /** The rest is for on-call tools. */
  alertUid?: string;
  title?: string;
  imageUrl?: string;
  state?: string;
  externalUrl?: string;
}

export interface ChatMessage extends Common {
  channel: 'chat';
  target: ChatTarget;
  content: string;
  /** Where values stand in the content. The provider escapes them; the author wrote the rest. */
  values?: readonly (readonly [start: number, end: number])[] | undefined;
}

export type ChannelMessage = EmailMessage | SmsMessage | PushMessage | ChatMessage;

export type MessageOf<C extends DeliveryChannel> = Extract<ChannelMessage, { channel: C }>;
