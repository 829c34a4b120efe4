/** What a step's file gets when it runs, and what it returns. Steps know no clock, queue or database. */
import type { JsonObject } from '#lib/json.ts';
import type { ValueRange } from '#lib/liquid/output.ts';
import type { Channel } from '#lib/providers/channel.ts';
import type { ChannelMessage, Mailbox } from '#lib/providers/message.ts';
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';
import type { ChannelCredentials } from '#lib/subscribers/schema.ts';

/** A subscriber with the current data. */
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

/** What a recipient stores for one provider account (spec 2.2). */
export interface RecipientChannel {
  id: string;
  /** The provider's channel. */
  channel: Channel;
  integrationId: string;
  /** Decrypted, without `deviceTokens`. */
  credentials: ChannelCredentials;
  /** Its webhook URL cannot be decrypted, and is not among the credentials. */
  isUnreadable?: boolean;
  deviceTokens: readonly string[];
  /** ISO 8601. When the credentials were last written. */
  changedAt?: string;
}

export interface StepInput {
  /** The rendered controls. `until` and similar values count from `now`. */
  output: JsonObject;
  /** By control with marked values: where they stand in the output. */
  values?: Readonly<Record<string, readonly ValueRange[]>> | undefined;
  /** The controls as they are stored. */
  controls: JsonObject;
  recipient: Recipient;
  /** The trigger's payload. */
  payload: JsonObject;
  /** What the last digest before the step collected. */
  events?: readonly unknown[] | undefined;
  /** The trigger's overrides for the step's channel. */
  overrides: JsonObject;
  now: Date;
  /** The time `amount` × `unit` after `now` in the recipient's zone. Undefined when there is none. */
  after(amount: unknown, unit: unknown): Date | undefined;
  /** The email addresses in a text or a list of texts, taken apart. What is no address is left out. */
  mailboxes(texts: unknown): Mailbox[];
  /** When the step began to wait. Undefined before. */
  waitedSince?: Date | undefined;
  /** The longest time that a step may wait, in days. */
  maxSpanDays: number;
}

/** The decision of a step, for the engine. */
export type StepOutcome =
  | { type: 'send'; content: MessageContent; addresses: readonly Address[]; copies?: Copies; missing: Reason }
  | { type: 'wait'; until: Date }
  | LimitedStep
  | CollectingStep
  | RequestingStep
  | { type: 'continue'; reason: Reason; result: JsonObject }
  | { type: 'fail'; reason: Reason };

/**
 * The run goes on when fewer than `limit` runs of the same recipient and `key` went on in the window. Otherwise it ends
 * here. The first one opens the window, which lasts until its `until`.
 */
interface LimitedStep {
  type: 'limit';
  key: unknown;
  limit: number;
  until: Date;
}

/**
 * The run's event joins those of the same recipient, contexts and `key` that are being collected, and its run ends. When
 * nothing is being collected, this step collects until `until`.
 */
export interface CollectingStep {
  type: 'collect';
  key: unknown;
  until: Date;
  /** When there was no event since `since`, the run goes on at once. `until` is when this event no longer counts. */
  lookBack?: { since: Date; until: Date } | undefined;
  /** Spec 2.11, Job.digest. */
  metadata: JsonObject;
}

/** The step makes a request of its own, and the answer is its result. */
export interface RequestingStep {
  type: 'request';
  request: StepRequest;
  /** The JSON Schema that the answer must match. */
  schema?: JsonObject | undefined;
  /** Whether the run goes on after a failure. */
  goesOn: boolean;
}

export interface StepRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
}

/** The content of a message that is stored, for any recipient (spec 2.10). */
export interface MessageContent {
  subject?: string;
  title?: string;
  content?: string;
  cta?: JsonObject;
  /** For in-app only. */
  inbox?: InboxContent;
}

/** The content of an inbox message other than its subject and body. */
export interface InboxContent {
  avatar?: string;
  redirect?: JsonObject;
  primaryAction?: JsonObject;
  secondaryAction?: JsonObject;
  data?: JsonObject;
}

type Unaddressed<Message> = Message extends ChannelMessage ? Omit<Message, 'id' | 'overrides'> : never;

/** The target of one message: an email address, a phone, a chat connection, a device, the inbox. */
export interface Address {
  /** Identifies the target within a step. It is the same at every attempt. */
  key: string;
  /** Masked, for the people who read reasons. */
  shown: string;
  /** The form of the address on the suppression list. */
  suppressedAs?: string;
  /** What it needs cannot be decrypted, so nothing can be sent to it. */
  isUnreadable?: boolean | undefined;
  /** The integration that the recipient is connected with. Without it one is chosen. */
  integrationId?: string;
  /** ISO 8601. When the recipient's connection was last written, where `record` does not say where it leads. */
  changedAt?: string;
  /** A chat connection of the recipient, to give it the new id of a chat that moved. */
  connectionId?: string;
  /** A device token of the recipient, to delete it when the device is gone. */
  device?: { channelId: string; token: string };
  /** As the message stores it. */
  record: { email?: string; phone?: string; directWebhookUrl?: string; deviceTokens?: readonly string[] };
  /** What goes to the provider. Undefined where nothing is sent. */
  message?: Unaddressed<ChannelMessage>;
}

/** Who gets a copy of an email. The first message to leave takes them along, however many addresses there are. */
export interface Copies {
  cc: readonly Mailbox[];
  bcc: readonly Mailbox[];
}

/** The key of the address to which an email step sends first: the subscriber’s, if there is one. */
export const MAIN_EMAIL = 'email';

/** The outcome of a step whose content is empty. Providers reject such messages. */
export function nothingToSend(control: string): StepOutcome {
  return { type: 'fail', reason: reasonFor('render_failed', { problem: 'It came out empty.', control }) };
}

/** A text of the trigger that replaces the step's own. */
export function overriddenText(overrides: JsonObject, key: string): string | undefined {
  const value = Object.hasOwn(overrides, key) ? overrides[key] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}
