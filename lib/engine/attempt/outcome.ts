/** What the core decides for a claimed job, and what sending returned. */

import type { PayloadIds } from '#lib/engine/load/payloads.ts';
import type { RunIntegration } from '#lib/engine/run-context.ts';
import type { JsonObject } from '#lib/json.ts';
import type { Channel } from '#lib/providers/channel.ts';
import type { ChannelMessage } from '#lib/providers/message.ts';
import type { ProviderError, RawExchange, RefusedRecipient } from '#lib/providers/send.ts';
import type { DetailStatus } from '#lib/reasons/definition.ts';
import type { Reason } from '#lib/reasons/registry.ts';
import type { Address, CollectingStep, MessageContent, RequestingStep, StepRequest } from '#lib/steps/run.ts';

/** Something that happened before the decision. It becomes an execution detail. */
export interface Note {
  reason: Reason;
  /** Replaces the status that the reason would give. */
  status?: DetailStatus;
  integration?: RunIntegration;
  messageId?: string;
  /** The request to the provider and its response. */
  exchange?: RawExchange | undefined;
}

interface Decided {
  /** In the order in which they happened. */
  notes: readonly Note[];
}

/** The decision for a job. The union is closed: only `conclude` interprets it. */
export type Outcome = Decided &
  (
    | { type: 'deliver'; channel: Channel; content: MessageContent; targets: readonly Target[] }
    /** `isExtension`: the job waits for the subscriber's schedule. */
    | { type: 'wait'; until: Date; reason: Reason; isExtension: boolean }
    /** `payloadIds`: see RunJob. */
    | {
        type: 'continue';
        reason: Reason;
        result: JsonObject;
        payloadIds?: PayloadIds | undefined;
        exchange?: RawExchange | undefined;
      }
    /** `unsent`: a message to store that shows what would have gone out. */
    | { type: 'skip'; reason: Reason; unsent?: UnsentMessage }
    /** `goesOn`: the run continues although the step would stop it. */
    | { type: 'fail'; reason: Reason; goesOn?: boolean; exchange?: RawExchange | undefined }
    /** The same job runs again. `attempts` says how many have counted, `holdsChain` (default: true) whether the next steps wait. */
    | {
        type: 'retry';
        readyAt: Date;
        attempts: number;
        holdsChain?: boolean;
        reason: Reason;
        exchange?: RawExchange | undefined;
      }
    /** The run ends here: this job and all later ones get the same status. */
    | { type: 'end'; status: 'skipped' | 'merged'; reason: Reason }
    /** The recipient has the message since an earlier attempt, and it goes to no one else. `endsRun`: nor does the run go on. */
    | { type: 'reached'; reason: Reason; endsRun: boolean }
    /** The run ends, with this job and all later ones. */
    | { type: 'cancel'; reason: Reason }
  );

/**
 * The decision depends on other runs: on a window that they share. Under the window's lock it becomes an `Outcome`.
 * `window` is the window's id.
 */
export type SharedOutcome = Decided & { window: string } & (
    | { type: 'limit'; limit: number; until: Date }
    | ({ type: 'collect' } & Pick<CollectingStep, 'until' | 'lookBack' | 'metadata'>)
    /** The digest that this run opened is over: the run continues with all events. */
    | { type: 'close'; lookBack?: CollectingStep['lookBack'] }
    /** The run that opened the digest ends. `isPassedOn`: another run of the digest takes its place. */
    | { type: 'leave'; outcome: Outcome; isPassedOn: boolean }
  );

export function isSharedOutcome(outcome: Outcome | SharedOutcome | RequestOutcome): outcome is SharedOutcome {
  return 'window' in outcome;
}

/** The decision depends on the answer to the step's own request. */
export type RequestOutcome = Decided &
  RequestingStep & {
    /** The request with masks in place of secrets: what may be stored and shown. */
    shown: StepRequest;
  };

export function isRequestOutcome(outcome: Outcome | SharedOutcome | RequestOutcome): outcome is RequestOutcome {
  return outcome.type === 'request';
}

export interface UnsentMessage {
  channel: Channel;
  content: MessageContent;
}

/** One message to one address through one integration. */
export interface Target {
  /**
   * The message's id. It is the same at every attempt, and serves as the provider's idempotency key where the provider
   * has one.
   */
  messageId: string;
  integration: RunIntegration;
  address: Address;
  /** Texts in the message that must not be stored. */
  secrets?: readonly string[] | undefined;
  /** What the worker hands to the provider. Undefined where storing the message is the delivery. */
  message?: ChannelMessage | undefined;
}

/** The result of one target, made by the worker. A target without `message` counts as accepted. */
export type SendResult = { messageId: string } & (
  | {
      type: 'accepted';
      sandbox: boolean;
      providerMessageId?: string | undefined;
      status?: number | undefined;
      refusedCopies?: readonly RefusedRecipient[] | undefined;
      exchange?: RawExchange | undefined;
      /** What the provider got the message without, and why. */
      leftOut?: string | undefined;
    }
  | { type: 'refused'; error: SendFailure }
);

export type SendFailure = Pick<
  ProviderError,
  'kind' | 'words' | 'isOwn' | 'status' | 'providerCode' | 'retryAfterMs' | 'unreachable'
> & {
  exchange?: RawExchange | undefined;
  /** Nothing was tried, because the credentials of the integration cannot be decrypted. */
  isUnreadable?: boolean | undefined;
  /** Those in copy for whom the provider took the message all the same. */
  taken?: readonly string[] | undefined;
  /** Nothing was tried, because the provider cannot be reached since this time. */
  heldSince?: Date | undefined;
  /** Nothing was tried, because no more messages leave through the integration in a second. */
  messagesPerSecond?: number | undefined;
};
