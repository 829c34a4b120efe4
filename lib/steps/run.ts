/** The input and the outcome of a step's run. Steps have no access to a clock, queue or database. */
import type { JsonObject } from '#lib/json/values.ts';
import type { ValueRange } from '#lib/liquid/output.ts';
import type { Channel } from '#lib/providers/channel.ts';
import type { ChannelMessage, Mailbox } from '#lib/providers/message.ts';
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';
import type { RestrictedParts } from '#lib/subscribers/restriction.ts';
import type { ChannelCredentials } from '#lib/subscribers/schema.ts';

/** A subscriber with current data. */
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
  /** A time in ISO 8601. Null if the subscriber was never online. */
  lastOnlineAt: string | null;
  channels: readonly RecipientChannel[];
  /**
   * The times at which email and phone were restricted (lib/subscribers/restriction.ts). Not a variable of templates.
   */
  restricted?: { email: Date | null; phone: Date | null };
}

/** A recipient's stored credentials for one provider account (spec 2.2). */
export interface RecipientChannel {
  id: string;
  /** The provider's channel. */
  channel: Channel;
  integrationId: string;
  /** The decrypted credentials, without `deviceTokens`. */
  credentials: ChannelCredentials;
  /** Whether the webhook URL cannot be decrypted, and is therefore missing in the credentials. */
  isUnreadable?: boolean;
  deviceTokens: readonly string[];
  /** The time of the last change to the credentials, in ISO 8601. */
  changedAt?: string;
  restricted?: RestrictedParts;
}

export interface StepInput {
  /** The rendered controls. `until` and other times are computed from `now`. */
  output: JsonObject;
  /** The ranges of rendered variables in the output, by control. Only controls of the kind `marked` have an entry. */
  values?: Readonly<Record<string, readonly ValueRange[]>> | undefined;
  /** The stored controls. */
  controls: JsonObject;
  recipient: Recipient;
  /** The trigger's payload. */
  payload: JsonObject;
  /** The events that the last digest before this step collected. */
  events?: readonly unknown[] | undefined;
  /** The trigger's overrides for the step's channel. */
  overrides: JsonObject;
  now: Date;
  /** Returns the time `amount` × `unit` after `now` in the recipient's zone. Undefined if there is none. */
  after(amount: unknown, unit: unknown): Date | undefined;
  /** Parses the email addresses in a text or a list of texts. Omits parts that are not addresses. */
  mailboxes(texts: unknown): Mailbox[];
  /** The environment's reply address. */
  replyTo?: string | undefined;
  /**
   * Whether copies to the address that a template renders are omitted, because the content is sensitive. Absent: no
   * copies are omitted.
   */
  isWithheldFrom?: ((template: string) => boolean) | undefined;
  /** The start of the step's wait. Undefined before the wait. */
  waitedSince?: Date | undefined;
  /** The longest time that a step may wait, in days. */
  maxSpanDays: number;
}

/** The decision of a step, for the engine. */
export type StepOutcome =
  | {
      type: 'send';
      content: MessageContent;
      addresses: readonly Address[];
      copies?: Copies;
      missing: Reason;
      /** The reasons why parts of the step are not sent. */
      leftOut?: readonly Reason[];
    }
  | { type: 'wait'; until: Date }
  | LimitedStep
  | CollectingStep
  | RequestingStep
  | { type: 'continue'; reason: Reason; result: JsonObject }
  | { type: 'fail'; reason: Reason };

/**
 * A throttle: the run continues if fewer than `limit` runs of the same recipient and `key` continued in the window.
 * Otherwise the run ends at this step. The first run opens the window, which lasts until its `until`.
 */
interface LimitedStep {
  type: 'limit';
  key: unknown;
  limit: number;
  until: Date;
}

/**
 * A digest: the run's event joins the current collection of the same recipient, contexts and `key`, and the run ends.
 * If no collection exists, this step starts one that ends at `until`.
 */
export interface CollectingStep {
  type: 'collect';
  key: unknown;
  until: Date;
  /**
   * The look-back of the digest. If there was no event since `since`, the run continues immediately. This event remains
   * visible to the look-back of later events until `until`.
   */
  lookBack?: { since: Date; until: Date } | undefined;
  /** `Job.digest` (spec 2.11). */
  metadata: JsonObject;
}

/** The step sends an HTTP request, and the response is its result. */
export interface RequestingStep {
  type: 'request';
  request: StepRequest;
  /** The JSON Schema that the response must match. */
  schema?: JsonObject | undefined;
  /** Whether the run continues after a failure. */
  goesOn: boolean;
}

export interface StepRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
}

/** The stored content of a message, the same for all recipients (spec 2.10). */
export interface MessageContent {
  subject?: string;
  title?: string;
  content?: string;
  cta?: JsonObject;
  /** The content of an inbox message. Set only for in-app messages. */
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

/** The target of one message: an email address, a phone number, a chat connection, a device, or the inbox. */
export interface Address {
  /** Identifies the target within a step. The key is the same in all attempts. */
  key: string;
  /** The masked address that reasons show. */
  shown: string;
  /** The form of the address on the suppression list. */
  suppressedAs?: string;
  /** Whether the stored data of this target cannot be decrypted, so that it gets no message. */
  isUnreadable?: boolean | undefined;
  /** The integration of the recipient's connection. Undefined: delivery chooses an integration. */
  integrationId?: string;
  /**
   * The time (ISO 8601) of the last change to the recipient's connection. Set if `record` does not contain the target.
   */
  changedAt?: string;
  /** The time at which the address was restricted (lib/subscribers/restriction.ts). */
  restrictedAt?: Date | undefined;
  /** The recipient's chat connection, in which the ID of the chat is updated if the chat moved. */
  connectionId?: string;
  /** The recipient's device token, which is deleted if the device no longer exists. */
  device?: { channelId: string; token: string };
  /** The address in its stored form. */
  record: { email?: string; phone?: string; directWebhookUrl?: string; deviceTokens?: readonly string[] };
  /** The message for the provider. Undefined if nothing is sent. */
  message?: Unaddressed<ChannelMessage>;
}

/**
 * The recipients of copies of an email. Only the first message of the step has copies, even if the step sends to
 * several addresses.
 */
export interface Copies {
  cc: readonly Mailbox[];
  bcc: readonly Mailbox[];
}

/** The key of the first address of an email step: the subscriber’s, if there is one. */
export const MAIN_EMAIL = 'email';

/** Returns the outcome of a step whose content is empty. Providers reject such messages. */
export function nothingToSend(control: string): StepOutcome {
  return { type: 'fail', reason: reasonFor('render_failed', { problem: 'The result is empty.', control }) };
}

/** Returns the trigger's text that replaces the text of the step. Undefined if there is none. */
export function overriddenText(overrides: JsonObject, key: string): string | undefined {
  const value = Object.hasOwn(overrides, key) ? overrides[key] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}
