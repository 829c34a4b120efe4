/** What a step's file is given when it runs, and what it answers (delivery.md 5). Steps know no clock, queue or database. */
import type { JsonObject } from '#lib/api/text.ts';
import type { Channel } from '#lib/providers/channel.ts';
import type { ChannelMessage } from '#lib/providers/message.ts';
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';
import type { ChannelCredentials } from '#lib/subscribers/schema.ts';

/** A subscriber as they are now. */
export interface Recipient {
  /** Subscriber.id */
  id: string;
  subscriberId: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  avatar: string | null;
  locale: string | null;
  timezone: string | null;
  data: JsonObject;
  isOnline: boolean | null;
  /** ISO 8601 */
  lastOnlineAt: string | null;
  channels: readonly RecipientChannel[];
}

/** What a recipient has stored for one provider account (spec 2.2). */
export interface RecipientChannel {
  id: string;
  /** Of the provider. */
  channel: Channel;
  integrationId: string;
  /** Decrypted, without `deviceTokens`. */
  credentials: ChannelCredentials;
  deviceTokens: readonly string[];
}

export interface StepInput {
  /** What rendering made of the controls; `until` and the like are counted from `now`. */
  output: JsonObject;
  recipient: Recipient;
  /** Of the trigger. */
  payload: JsonObject;
  /** What the trigger overrides for the step's channel. */
  overrides: JsonObject;
  now: Date;
  /** When the step began to wait; undefined at its first turn. */
  waitedSince?: Date | undefined;
  /** The longest that a step may wait, in days. */
  maxSpanDays: number;
}

/** What a step asks of the engine. */
export type StepOutcome =
  | { type: 'send'; content: MessageContent; addresses: readonly Address[]; missing: Reason }
  | { type: 'wait'; until: Date }
  | { type: 'continue'; reason: Reason; result: JsonObject }
  | { type: 'fail'; reason: Reason };

/** What is kept of a message, whoever it goes to (spec 2.10). */
export interface MessageContent {
  subject?: string;
  title?: string;
  content?: string;
  cta?: JsonObject;
  /** In-app only. */
  inbox?: InboxContent;
}

/** What an inbox shows beside subject and body. */
export interface InboxContent {
  avatar?: string;
  redirect?: JsonObject;
  primaryAction?: JsonObject;
  secondaryAction?: JsonObject;
  data?: JsonObject;
}

type Unaddressed<Message> = Message extends ChannelMessage ? Omit<Message, 'id' | 'overrides'> : never;

/** Where one message goes: an e-mail address, a phone, a chat connection, a device, the inbox. */
export interface Address {
  /** Tells the targets of a step apart; the same on every attempt. */
  key: string;
  /** Masked, for people who look into why. */
  shown: string;
  /** What the suppression list knows it by. */
  suppressedAs?: string;
  /** The integration that the recipient is connected with; otherwise one is chosen. */
  integrationId?: string;
  /** The device token of one of the recipient's channels, to forget it when it is gone. */
  device?: { channelId: string; token: string };
  /** As the message keeps it. */
  record: { email?: string; phone?: string; directWebhookUrl?: string; deviceTokens?: readonly string[] };
  /** What goes to the provider; undefined where nothing is sent. */
  message?: Unaddressed<ChannelMessage>;
}

/** Of a step whose content came out empty: providers refuse such messages, and nobody wants them. */
export function nothingToSend(control: string): StepOutcome {
  return { type: 'fail', reason: reasonFor('render_failed', { problem: 'It came out empty.', control }) };
}

/** A text that the trigger puts in place of the step's own. */
export function overriddenText(overrides: JsonObject, key: string): string | undefined {
  const value = Object.hasOwn(overrides, key) ? overrides[key] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}
