/** The decisions of the core for a claimed job, and the results of sending. */

import type { JsonObject } from '#lib/json/values.ts';
import type { Channel } from '#lib/providers/channel.ts';
import type { ChannelMessage } from '#lib/providers/message.ts';
import type { ProviderError, RawExchange, RefusedRecipient } from '#lib/providers/send.ts';
import type { DetailStatus } from '#lib/reasons/definition.ts';
import type { IntegrationRule } from '#lib/reasons/integration-rules.ts';
import type { Reason } from '#lib/reasons/registry.ts';
import type { Address, CollectingStep, MessageContent, RequestingStep, StepRequest } from '#lib/steps/run.ts';
import type { PayloadIds } from './load/payloads.ts';
import type { RunIntegration } from './run-context.ts';

/** Something that happened before the decision. It becomes an execution detail. */
export interface Note {
  reason: Reason;
  /** Replaces the status of the reason. */
  status?: DetailStatus;
  integration?: RunIntegration;
  messageId?: string;
  /** The request to the provider and its response. */
  exchange?: RawExchange | undefined;
}

interface Decided {
  /** The notes in the order of the events. */
  notes: readonly Note[];
}

/** The decision for a job. The union is closed: only `conclude` interprets it. */
export type Decision = Decided &
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
    /** `unsent`: a message to store that shows what would have been sent. */
    | { type: 'skip'; reason: Reason; unsent?: UnsentMessage }
    /** `goesOn`: the run continues although the step would stop it. */
    | { type: 'fail'; reason: Reason; goesOn?: boolean; exchange?: RawExchange | undefined }
    /**
     * The same job runs again. `attempts`: the number of attempts that count. `holdsChain` (default: true): whether the
     * next steps wait.
     */
    | {
        type: 'retry';
        readyAt: Date;
        attempts: number;
        holdsChain?: boolean;
        reason: Reason;
        exchange?: RawExchange | undefined;
      }
    /** The run ends here: this job and all later jobs get the same status. */
    | { type: 'end'; status: 'skipped' | 'merged'; reason: Reason }
    /**
     * The recipient has the message from an earlier attempt, and no other recipient gets it. `endsRun`: the run ends
     * too.
     */
    | { type: 'reached'; reason: Reason; endsRun: boolean }
    /** The run ends, with this job and all later jobs. */
    | { type: 'cancel'; reason: Reason }
  );

/**
 * A decision that depends on a window shared with other runs. Under the window's lock it becomes a `Decision`. `window`
 * is the window's ID.
 */
export type WindowDecision = Decided & { window: string } & (
    | { type: 'limit'; limit: number; until: Date }
    | ({ type: 'collect' } & Pick<CollectingStep, 'until' | 'lookBack' | 'metadata'>)
    /** The digest that this run opened is over: the run continues with all events. */
    | { type: 'close'; lookBack?: CollectingStep['lookBack'] }
    /** The run that opened the digest ends. `isPassedOn`: another run of the digest takes its place. */
    | { type: 'leave'; outcome: Decision; isPassedOn: boolean }
  );

export function isWindowDecision(decision: AnyDecision): decision is WindowDecision {
  return 'window' in decision;
}

/** A decision that depends on the response to the step's own request. */
export type RequestDecision = Decided &
  RequestingStep & {
    /** The request with masks instead of secrets, which may be stored and shown. */
    shown: StepRequest;
  };

export function isRequestDecision(decision: AnyDecision): decision is RequestDecision {
  return decision.type === 'request';
}

/** The result of `advance`. A window or a response turns the last two into a `Decision`. */
export type AnyDecision = Decision | WindowDecision | RequestDecision;

export interface UnsentMessage {
  channel: Channel;
  content: MessageContent;
}

/** One message to one address through one integration. */
export interface Target {
  /**
   * The message's ID. It is the same at every attempt, and serves as the provider's idempotency key if the provider has
   * one.
   */
  messageId: string;
  integration: RunIntegration;
  /** Why the integration was chosen. */
  rule: IntegrationRule;
  address: Address;
  /** Texts in the message that must not be stored. */
  secrets?: readonly string[] | undefined;
  /** The message for the provider. Undefined if storing the message is the delivery. */
  message?: ChannelMessage | undefined;
}

/** The result of one target, made by the worker. A target without `message` counts as accepted. */
export type SendResult = { messageId: string } & (
  | {
      type: 'accepted';
      sandbox: boolean;
      providerMessageId?: string | undefined;
      /** The sender of an email. */
      sentFrom?: string | undefined;
      status?: number | undefined;
      refusedCopies?: readonly RefusedRecipient[] | undefined;
      exchange?: RawExchange | undefined;
      /** The data that is missing in the provider's message, and why. */
      leftOut?: string | undefined;
    }
  | { type: 'refused'; error: SendFailure }
);

export type SendFailure = Pick<
  ProviderError,
  'kind' | 'words' | 'isOwn' | 'status' | 'providerCode' | 'retryAfterMs' | 'unreachable'
> & {
  exchange?: RawExchange | undefined;
  /** Whether the provider may have accepted the message, because its response was lost. */
  mayBeAccepted?: boolean | undefined;
  /** Whether nothing was tried, because the credentials of the integration cannot be decrypted. */
  isUnreadable?: boolean | undefined;
  /** Recipients in copy for whom the provider accepted the message anyway. */
  taken?: readonly string[] | undefined;
  /** The start of the outage, if nothing was tried because the provider cannot be reached. */
  heldSince?: Date | undefined;
  /** The integration's rate limit, if nothing was tried because it is reached. */
  messagesPerSecond?: number | undefined;
  /** The integration's daily quota and the end of the day, if nothing was tried because it is used up. */
  quota?: { messagesPerDay: number; until: Date } | undefined;
};

/** The job was not tried. It continues later, and nothing else about it changes. */
export interface Requeued {
  readyAt: Date;
}

/** Sends one message. Never throws. */
export type SendTarget = (environmentId: string, target: Target, now: () => Date) => Promise<SendResult>;

/** The result of a step's own request, made by the worker. */
export interface AnsweredRequest {
  host: string;
  /** Absent when nothing was tried. */
  exchange?: RawExchange;
  answer: RequestAnswer;
}

/**
 * The response, whatever its status, or why there is none. `blocked`: the outbound guard refused the address.
 * `unavailable`: no connection, or no response in time. `impossible`: an invalid request or response. `unreadable`: the
 * signing secret cannot be decrypted.
 */
export type RequestAnswer =
  | { status: number; body: string; retryAfterMs?: number | undefined }
  | { problem: string; kind: 'blocked' | 'unavailable' | 'impossible' | 'unreadable' }
  | HeldAnswer;

/** Nothing was tried, because the host has not responded since `since`. `problem`: why its breaker opened. */
export interface HeldAnswer {
  problem: string;
  kind: 'held';
  since: Date;
  retryAfterMs: number;
}
