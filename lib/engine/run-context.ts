/** All data that the engine loads for a claimed job and that its step may read. */

import type { StepFilter } from '#lib/conditions/step-filter-schema.ts';
import type { EnvironmentValues } from '#lib/environment-variables/values.ts';
import type { JsonObject } from '#lib/json/values.ts';
import type { StoredPreference } from '#lib/preferences/effective.ts';
import { isCritical, type WorkflowPreferences } from '#lib/preferences/workflow-preferences.ts';
import type { Channel } from '#lib/providers/channel.ts';
import type { Reason } from '#lib/reasons/registry.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import type { Recipient } from '#lib/steps/run.ts';
import type { Suppression } from '#lib/suppressions/check.ts';
import type { Severity } from '#lib/workflows/severity.ts';
import type { JobStatus } from './job-status.ts';
import type { PayloadIds } from './load/payloads.ts';

export interface RunContext {
  environment: RunEnvironment;
  /** The workflow as it was at the trigger. Jobs of the same version share one object. */
  workflow: RunWorkflow;
  notification: RunNotification;
  /** All jobs of the run ordered by position, including the claimed one. */
  jobs: readonly RunJob[];
  /** The claimed job. */
  job: RunJob;
  attempt: Attempt;
  /** The current subscriber. Undefined if it was deleted. */
  subscriber: Recipient | undefined;
  /** The subscriber's preferences, global and for this workflow, in any context. */
  preferences: readonly StoredPreference[];
  /** The active integrations of the step's channel. Empty for a step without a channel. */
  integrations: readonly RunIntegration[];
  /** The suppressed addresses among the subscriber's, for the step's channel. */
  suppressions: readonly Suppression[];
  /** The environment's layouts. */
  layouts: readonly RunLayout[];
  /** The ID of the digest window that this job opened, while it is open. */
  digestWindow?: string | undefined;
  /** Why the run was ended from outside, or why its topic subscription prevents delivery. Undefined if neither. */
  ended?: Reason<'canceled' | 'workflow_deleted' | 'topic_condition'> | undefined;
  /** The IDs of this job's messages that were already sent. */
  sentMessages: ReadonlySet<string>;
  /**
   * The addresses that earlier attempts of this job used, or that were used by the step that this run sends again.
   * Present if such messages exist and their content is sensitive. The content may then be sent only to these
   * addresses.
   */
  earlierAddresses?: ReadonlySet<string> | undefined;
  /** The time at which the step that the run sends again was sent to these addresses. */
  resentFrom?: Date | undefined;
  /**
   * The time of the trigger. Present if the content is sensitive and the recipient has a restricted address. The
   * content is not sent to addresses that were restricted later.
   */
  sensitiveSince?: Date | undefined;
  /** Messages that reached only some of their recipients at earlier attempts, by message ID. */
  owed?: ReadonlyMap<string, OwedMessage>;
}

export interface OwedMessage {
  /** The recipients who still lack the message. */
  recipients: readonly string[];
  /** The recorded reason. */
  reason?: Reason | undefined;
  providerMessageId?: string | undefined;
}

export interface RunEnvironment {
  id: string;
  organizationId: string;
  /** Whether another integration is tried when one cannot send. */
  failover: boolean;
  /** The address for replies to emails, if neither the trigger nor the step has one. */
  replyTo?: string | undefined;
  /** The origin of the recipient's page, if it is not `PUBLIC_URL`. */
  pageUrl?: string | undefined;
  /** Whether the environment contains the demo data. No request leaves it. Absent: no. */
  isDemo?: boolean;
  /** The workflows whose emails are tracked. Absent: none. */
  trackedWorkflows?: readonly string[];
  /** The variables that templates read as `env`. */
  variables?: EnvironmentValues;
}

export interface RunWorkflow {
  id: string;
  /** The trigger identifier. */
  identifier: string;
  name: string;
  description: string;
  tags: readonly string[];
  /** The trigger's severity if it names one, otherwise the workflow's. */
  severity: Severity;
  /** The workflow's own default, combined with the settings made on the dashboard. */
  defaultPreferences: WorkflowPreferences;
  userPreferences: WorkflowPreferences | null;
}

/** The run and step that a run sends again. */
export interface ResentStep {
  notificationId: string;
  jobId: string;
}

export interface RunNotification {
  id: string;
  transactionId: string;
  /** WorkflowSnapshot.id. A dry run has none. */
  snapshotId?: string | undefined;
  /** Subscriber.id */
  subscriberId: string;
  /** Sorted, each `<type>:<id>`. */
  contextKeys: readonly string[];
  payload: JsonObject;
  /** Payload.id if the payload is stored for several runs. */
  payloadId?: string | undefined;
  overrides: JsonObject;
  /** The variable `context`: `{id, data}` by context type. */
  context: JsonObject;
  /** The subscriber that acted, in its current state, or as the trigger named it if it was deleted. */
  actor?: JsonObject | undefined;
  tenant?: JsonObject | undefined;
  resendOf?: ResentStep | undefined;
}

export interface RunStep {
  /** WorkflowStep.id */
  id: string;
  stepId: string;
  name: string;
  type: WorkflowStepType;
  controls: JsonObject;
  /** The step runs if at least one filter matches, or if there is no filter. */
  filters: readonly StepFilter[];
  shouldStopOnFail: boolean;
}

export interface RunJob {
  id: string;
  step: RunStep;
  status: JobStatus;
  /** Why the job has its status. Undefined until a reason is recorded. */
  reason?: Reason | undefined;
  /** The result that later steps read as `steps.<stepId>`. In-app: whether the message was seen and read. */
  result?: JsonObject | undefined;
  /** The IDs of payloads that several runs share, by event of the result. */
  payloadIds?: PayloadIds | undefined;
  /** The number of attempts that count. */
  attempts: number;
  /** The start of the job's wait (`delayed`). */
  waitedSince?: Date | undefined;
  /** The number of the job's waits for the subscriber's schedule. */
  scheduleExtensions: number;
  /** The integration of the last attempt. */
  integrationId?: string | undefined;
}

/** One execution of a job. */
export interface Attempt {
  /** Starts at 1. An attempt that an integration's rate limit requeues keeps its number. */
  number: number;
  /** The time at which the job was due. Undefined in a dry run. */
  readyAt?: Date | undefined;
  /** `work.first_claimed_at`. Message IDs begin with it, also after a manual retry. */
  firstClaimedAt: Date;
  /**
   * The time from which attempts count: the first claim, or the first one after a wait of the step or a manual retry.
   */
  seriesStartedAt: Date;
  /**
   * The number of workers that died in a row while they held the job. After one, it is unknown whether the previous
   * attempt sent.
   */
  deaths: number;
  /** Whether the job goes before other jobs that wait for a rate limit, because it has waited before or is urgent. */
  hasTurn: boolean;
  /**
   * The time of a retry by a member who may see sensitive content: the content may be sent to the addresses of that
   * time.
   */
  addressAllowedAt?: Date | undefined;
}

export interface RunIntegration {
  id: string;
  identifier: string;
  name: string;
  /** The neutral ID, without the vendor prefix. */
  providerId: string;
  /** The display name. */
  providerName: string;
  channel: Channel;
  primary: boolean;
  /** A higher number comes first. */
  priority: number;
  /**
   * The percentage of subscribers whose messages the integration takes from the primary integration, in a gradual
   * switch.
   */
  switchShare?: number | undefined;
  conditions: readonly StepFilter[];
  sandbox: boolean;
  /** The stored credentials as JSON, for `credentialsOf`. */
  sealedCredentials: string;
  /** The event address, for messages to a provider that reads the address from each message. */
  eventsUrl?: string | undefined;
  /** The address to which recipients may write to unsubscribe. Belfry reads its mailbox. */
  unsubscribeAddress?: string | undefined;
  /** Whether Belfry can send through the provider. */
  deliverable: boolean;
  /** Whether chat messages go to the subscriber's phone. */
  sendsToPhone?: boolean;
  /** False if emails may have only the headers that the trigger requests. */
  acceptsHeaders?: false;
  /** False if no inbox has connected to the in-app integration, so that no subscriber sees its messages. */
  connected?: false;
  /** The rate limit: the maximum messages per second, on average. */
  messagesPerSecond?: number | undefined;
  /** The daily quota: the maximum messages of one day, UTC. */
  messagesPerDay?: number | undefined;
  /** The end of the day, if this process knows that the daily quota is used up. */
  fullUntil?: Date | undefined;
  /** Present while the provider cannot be reached. */
  breaker?: OpenBreaker | undefined;
}

/** An open circuit breaker. Nothing is sent before `probeAt`, and after that one attempt as a probe. */
export interface OpenBreaker {
  openedAt: Date;
  probeAt: Date;
  /** The provider's text, or the error, from the attempt that opened the breaker. */
  words: string;
}

export interface RunLayout {
  id: string;
  identifier: string;
  isDefault: boolean;
  editorType: string;
  body: string;
}

/** Whether the workflow is critical, so that subscribers cannot switch it off. */
export function isCriticalRun({ workflow }: RunContext): boolean {
  return isCritical(workflow);
}

/** Whether another integration may be chosen when the chosen integration turns out to be unavailable. */
export function mayChooseAnother({ environment, integrations }: RunContext): boolean {
  return environment.failover || integrations.some(({ switchShare }) => switchShare !== undefined);
}

/** Whether nothing may be sent through the integration now, not even a probe. */
export function breakerHolds(integration: RunIntegration | undefined, now: Date): boolean {
  return integration?.breaker !== undefined && now < integration.breaker.probeAt;
}
