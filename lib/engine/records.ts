/** What one attempt leaves, all of it in one statement that is fenced by the work row (delivery.md 2.4). */
import type { JsonObject } from '#lib/api/text.ts';
import type { Channel } from '#lib/providers/channel.ts';
import type { DetailSource, DetailStatus } from '#lib/reasons/definition.ts';
import type { FinalOutcome } from '#lib/reasons/outcome.ts';
import type { Reason } from '#lib/reasons/registry.ts';
import type { Address, MessageContent } from '#lib/steps/run.ts';
import type { JobStatus } from './job-status.ts';

export interface Records {
  job: JobRecord;
  work: WorkRecord;
  messages: readonly MessageRecord[];
  /** In order. */
  details: readonly DetailRecord[];
  /** Other jobs of the run: the next one, or those that will never run. */
  others: readonly OtherJobRecord[];
  /** Present at the end of the run. */
  outcome?: OutcomeRecord | undefined;
  /**
   * Another job of the run is being retried beside this one: `outcome` was reckoned without knowing how that ends. Whoever
   * records takes the run's lock, reads the jobs again and asks `runOutcome`.
   */
  isShared: boolean;
  /** Device tokens that no longer exist. */
  goneDevices: readonly { channelId: string; token: string }[];
}

export interface JobRecord {
  id: string;
  status: JobStatus;
  reason: Reason;
  /** Attempts that counted so far. */
  attempts: number;
  result?: JsonObject | undefined;
  /** When it goes on. */
  dueAt?: Date | undefined;
  waitedSince?: Date | undefined;
  scheduleExtensions: number;
  /** Of the first target; the wire wants a provider on every job. */
  providerId?: string | undefined;
  integrationId?: string | undefined;
}

/** The claimed work row: gone, or to be claimed again. `attempts` counts towards the retry series. */
export type WorkRecord = { type: 'done' } | { type: 'again'; readyAt: Date; attempts: number };

export interface MessageRecord extends MessageContent {
  id: string;
  channel: Channel;
  status: 'sent' | 'error' | 'warning';
  errorId?: string | undefined;
  errorText?: string | undefined;
  reason?: Reason | undefined;
  integrationId?: string | undefined;
  providerId?: string | undefined;
  providerMessageId?: string | undefined;
  /** In-app: at once. */
  deliveredAt?: Date | undefined;
  address: Address['record'];
}

export interface DetailRecord {
  reason: Reason;
  detail: string;
  status: DetailStatus;
  source: DetailSource;
  isRetry: boolean;
  /** The integration is in sandbox mode. */
  isTest: boolean;
  providerId?: string | undefined;
  messageId?: string | undefined;
  /** The exchange with the provider as JSON, or the reason's evidence. */
  raw?: string | undefined;
}

export interface OtherJobRecord {
  id: string;
  status: JobStatus;
  reason?: Reason | undefined;
  /** Of a job that is queued: when it may be claimed. */
  readyAt?: Date | undefined;
}

/** The row of `notification_outcomes`. */
export interface OutcomeRecord {
  outcome: FinalOutcome;
  /** What decided it. */
  reason: Reason;
}
