/** What goes out through a provider, by channel. Rendered and checked: a provider translates it, and decides nothing. */
import type { Channel } from './channel.ts';

/** In-app messages lie in the database: nothing sends them. */
export type DeliveryChannel = Exclude<Channel, 'in_app'>;

interface Common {
  /**
   * Id of the message: the same on every attempt. It goes into the vendor's metadata and, where the vendor has one, is the
   * idempotency key.
   */
  id: string;
  /** `overrides.providers.<id>` of the trigger or step: merged into the body of the provider's request, stronger than it. */
  overrides?: Record<string, unknown>;
}

export interface EmailAttachment {
  name: string;
  contentType?: string;
  content: Uint8Array;
  /** Shown inside the mail as `cid:<contentId>`. */
  contentId?: string;
}

export interface EmailMessage extends Common {
  channel: 'email';
  to: string;
  /** Absent: the integration's. */
  from?: string;
  senderName?: string;
  replyTo?: string;
  cc?: readonly string[];
  bcc?: readonly string[];
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
  attachments?: readonly EmailAttachment[];
}

export interface SmsMessage extends Common {
  channel: 'sms';
  /** As the subscriber has it; E.164 where people keep to it. */
  to: string;
  /** Absent: the integration's. */
  from?: string;
  content: string;
}

/** To one device. */
export interface PushMessage extends Common {
  channel: 'push';
  token: string;
  title: string;
  content: string;
  data?: Record<string, unknown>;
}

/** What a subscriber has stored for a chat provider (spec 2.3): which fields count depends on the provider. */
export interface ChatTarget {
  webhookUrl?: string;
  channel?: string;
  phoneNumber?: string;
  apiToken?: string;
  oauthAccessToken?: string;
  clientId?: string;
}

export interface ChatMessage extends Common {
  channel: 'chat';
  target: ChatTarget;
  content: string;
}

export type ChannelMessage = EmailMessage | SmsMessage | PushMessage | ChatMessage;

export type MessageOf<C extends DeliveryChannel> = Extract<ChannelMessage, { channel: C }>;
