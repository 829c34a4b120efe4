/**
 * The records of one attempt. One statement writes all of them, fenced by the work row (docs/delivery.md, "Recording").
 */

import type { JobStatus } from '#lib/engine/job-status.ts';
import type { PayloadIds } from '#lib/engine/load/payloads.ts';
import type { JsonObject } from '#lib/json/values.ts';
import type { Channel } from '#lib/providers/channel.ts';
import type { DetailSource, DetailStatus } from '#lib/reasons/definition.ts';
import type { FinalOutcome } from '#lib/reasons/outcome.ts';
import type { Reason } from '#lib/reasons/registry.ts';
import type { Address, MessageContent } from '#lib/steps/run.ts';

export interface Records {
  job: JobRecord;
  work: WorkRecord;
  messages: readonly MessageRecord[];
  /** The details in the order of the events. */
  details: readonly DetailRecord[];
  /** The other jobs of the run that change: the next job, or the jobs that will never run. */
  others: readonly OtherJobRecord[];
  /** Present at the end of the run. */
  outcome?: OutcomeRecord | undefined;
  /**
   * Whether another job of the run is active at the same time, so that `outcome` does not include its end. The recorder
   * then takes the run's lock, reads the jobs again and calls `runOutcome`.
   */
  hasActiveSibling: boolean;
  /** Device tokens that no longer exist. */
  goneDevices: readonly { channelId: string; token: string }[];
}

interface JobRecord {
  id: string;
  status: JobStatus;
  reason: Reason;
  /** The number of attempts that count. */
  attempts: number;
  result?: JsonObject | undefined;
  /** Payload.id of the result's events whose payload several runs share, by event. */
  payloadIds?: PayloadIds | undefined;
  /** The time at which the job continues. */
  dueAt?: Date | undefined;
  waitedSince?: Date | undefined;
  scheduleExtensions: number;
  /** The provider of the first target. The interface requires a provider on every job. */
  providerId?: string | undefined;
  integrationId?: string | undefined;
}

/**
 * The change of the claimed work row: it is deleted, or it can be claimed again. `attempts` is the number of attempts
 * that count in the retry series.
 */
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
  /** The sender of an accepted email: `Name <address>`. */
  sentFrom?: string | undefined;
  /** The recipients who still lack the message, if the provider accepted it for other recipients. */
  owed?: readonly string[] | undefined;
  /** In-app messages are delivered when they are stored. */
  deliveredAt?: Date | undefined;
  address: Address['record'];
}

export interface DetailRecord {
  reason: Reason;
  detail: string;
  status: DetailStatus;
  source: DetailSource;
  isRetry: boolean;
  /** Whether the integration is in sandbox mode. */
  isTest: boolean;
  providerId?: string | undefined;
  messageId?: string | undefined;
  /** The exchange with the provider as JSON. */
  raw?: string | undefined;
}

export interface OtherJobRecord {
  id: string;
  status: JobStatus;
  reason?: Reason | undefined;
  /** The earliest time at which a queued job may be claimed. */
  readyAt?: Date | undefined;
}

/** The row of `notification_outcomes`. */
export interface OutcomeRecord {
  outcome: FinalOutcome;
  /** The reason of the job that decided the outcome. */
  reason: Reason;
}
