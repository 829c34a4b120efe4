/** What the core decides for a claimed job, and what sending answered. */
import type { JsonObject } from '#lib/api/text.ts';
import type { Channel } from '#lib/providers/channel.ts';
import type { ChannelMessage } from '#lib/providers/message.ts';
import type { ProviderError, RawExchange } from '#lib/providers/send.ts';
import type { DetailStatus } from '#lib/reasons/definition.ts';
import type { Reason } from '#lib/reasons/registry.ts';
import type { Address, MessageContent } from '#lib/steps/run.ts';
import type { RunIntegration } from './run-context.ts';

/** What happened on the way: becomes an execution detail. */
export interface Note {
  reason: Reason;
  /** In place of the reason's own. */
  status?: DetailStatus;
  integration?: RunIntegration;
  messageId?: string;
  /** What the provider was told and answered. */
  exchange?: RawExchange | undefined;
}

interface Decided {
  /** In order. */
  notes: readonly Note[];
}

/** What becomes of the job. Closed: `conclude` is its only interpreter. */
export type Outcome = Decided &
  (
    | { type: 'deliver'; channel: Channel; content: MessageContent; targets: readonly Target[] }
    /** `isExtension`: it waits for the subscriber's schedule. */
    | { type: 'wait'; until: Date; reason: Reason; isExtension: boolean }
    | { type: 'continue'; reason: Reason; result: JsonObject }
    /** `unsent`: a message is kept that shows what would have gone out. */
    | { type: 'skip'; reason: Reason; unsent?: UnsentMessage }
    | { type: 'fail'; reason: Reason }
    /** The run ends: this job and all that follow. */
    | { type: 'cancel'; reason: Reason }
  );

export interface UnsentMessage {
  channel: Channel;
  content: MessageContent;
}

/** One message to one address through one integration. */
export interface Target {
  /** Of the message; the same on every attempt, and the provider's idempotency key where it has one. */
  messageId: string;
  integration: RunIntegration;
  address: Address;
  /** What the worker hands to the provider; undefined where storing is delivering. */
  message?: ChannelMessage | undefined;
}

/** What became of one target; those without `message` are accepted. Made by the worker. */
export type SendResult = { messageId: string } & (
  | {
      type: 'accepted';
      sandbox: boolean;
      providerMessageId?: string | undefined;
      status?: number | undefined;
      exchange?: RawExchange | undefined;
    }
  | { type: 'refused'; error: SendFailure }
);

export type SendFailure = Pick<
  ProviderError,
  'kind' | 'words' | 'status' | 'providerCode' | 'retryAfterMs' | 'unreachable'
> & {
  exchange?: RawExchange | undefined;
  /** Nothing was tried: the provider cannot be reached since then. */
  heldSince?: Date | undefined;
};
