/** Everything that the engine loads for a claimed job: all that its step may read. */

import type { EnvironmentValues } from '#lib/environment-variables/values.ts';
import type { StepFilter } from '#lib/integrations/filter.ts';
import type { JsonObject } from '#lib/json.ts';
import type { StoredPreference } from '#lib/preferences/effective.ts';
import type { WorkflowPreferences } from '#lib/preferences/workflow-preferences.ts';
import type { Channel } from '#lib/providers/channel.ts';
import type { Reason } from '#lib/reasons/registry.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import type { Recipient } from '#lib/steps/run.ts';
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
  /** The subscriber as it is now. Undefined when it was deleted. */
  subscriber: Recipient | undefined;
  /** The subscriber's preferences, global and for this workflow, in any context. */
  preferences: readonly StoredPreference[];
  /** The active integrations of the step's channel. Empty for a step without channel. */
  integrations: readonly RunIntegration[];
  /** The suppressed addresses among the subscriber's, for the step's channel. */
  suppressions: readonly Suppression[];
  /** The environment's layouts. Empty where the step has no layout. */
  layouts: readonly RunLayout[];
  /** The id of the digest window that this job opened, while it is open. */
  digestWindow?: string | undefined;
  /** Why the run was ended from outside, if it was, or that its subscription keeps it from running. */
  ended?: Reason<'canceled' | 'workflow_deleted' | 'topic_condition'> | undefined;
  /** The ids of this job's messages that were already sent. */
  sentMessages: ReadonlySet<string>;
  /**
   * Where earlier attempts of this job sent to. Present once there was one and the content is sensitive: it goes again
   * only there.
   */
  earlierAddresses?: ReadonlySet<string> | undefined;
  /** By message, what earlier attempts left of those that reached some of their recipients. */
  owed?: ReadonlyMap<string, OwedMessage>;
}

export interface OwedMessage {
  /** Who still lacks it. */
  recipients: readonly string[];
  /** As it was recorded. */
  reason?: Reason | undefined;
  providerMessageId?: string | undefined;
}

export interface RunEnvironment {
  id: string;
  organizationId: string;
  /** Whether another integration is tried when one cannot send. */
  failover: boolean;
  /** What templates read as `env`. */
  variables?: EnvironmentValues;
}

export interface RunWorkflow {
  id: string;
  /** The trigger identifier. */
  identifier: string;
  name: string;
  description: string;
  tags: readonly string[];
  /** The trigger's if it names one. */
  severity: Severity;
  /** The workflow's own default, combined with the settings made on the dashboard. */
  defaultPreferences: WorkflowPreferences;
  userPreferences: WorkflowPreferences | null;
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
  /** Payload.id, where the payload is stored for several runs. */
  payloadId?: string | undefined;
  overrides: JsonObject;
  /** The variables of the same names: context type → `{id, data}`. */
  context: JsonObject;
  /** The subscriber that acted, as it is now, or as the trigger named it when it was deleted. */
  actor?: JsonObject | undefined;
  tenant?: JsonObject | undefined;
}

export interface RunStep {
  /** WorkflowStep.id */
  id: string;
  stepId: string;
  name: string;
  type: WorkflowStepType;
  controls: JsonObject;
  /** One matching group is enough. */
  filters: readonly StepFilter[];
  shouldStopOnFail: boolean;
}

export interface RunJob {
  id: string;
  step: RunStep;
  status: JobStatus;
  /** Why the job has its status. Undefined until something was recorded about it. */
  reason?: Reason | undefined;
  /** What later steps read as `steps.<stepId>`. For an in-app step: whether its message was seen and read by now. */
  result?: JsonObject | undefined;
  /** Which events of the result have a payload that several runs share. */
  payloadIds?: PayloadIds | undefined;
  /** How many attempts count. */
  attempts: number;
  /** When the job began to wait (`delayed`). */
  waitedSince?: Date | undefined;
  /** How often the job waited for the subscriber's schedule. */
  scheduleExtensions: number;
  /** The integration of the last attempt. */
  integrationId?: string | undefined;
}

/** One execution of a job. */
export interface Attempt {
  /** Starts at 1. An attempt that an integration's rate limit requeues keeps its number. */
  number: number;
  /** `work.first_claimed_at`. Message ids begin with it, also after a manual retry. */
  firstClaimedAt: Date;
  /** When attempts began to count: the first claim, or the first one after a wait of the step or a manual retry. */
  seriesStartedAt: Date;
  /**
   * How many workers died in a row while they held the job. After one, it is unknown whether the previous attempt sent.
   */
  deaths: number;
  /** Whether it goes before others where a rate limit makes messages wait: it waited before, or it is urgent. */
  hasTurn: boolean;
}

export interface RunIntegration {
  id: string;
  identifier: string;
  name: string;
  /** The neutral id, without the vendor prefix. */
  providerId: string;
  /** The display name. */
  providerName: string;
  channel: Channel;
  primary: boolean;
  /** A higher number comes first. */
  priority: number;
  conditions: readonly StepFilter[];
  sandbox: boolean;
  /** As they are stored, for `credentialsOf`. JSON. */
  sealedCredentials: string;
  /** Whether Belfry can send through the provider. */
  deliverable: boolean;
  /** Its rate limit: no more messages leave through it in a second, on average. */
  messagesPerSecond?: number | undefined;
  /** Present while its provider cannot be reached. */
  breaker?: OpenBreaker | undefined;
}

/** Nothing is sent before `probeAt`, and then only one attempt. */
export interface OpenBreaker {
  openedAt: Date;
  probeAt: Date;
  /** The provider's text, or the error, of the attempt that opened it. */
  words: string;
}

export interface Suppression {
  channel: Channel;
  address: string;
  event: 'bounced' | 'complained';
  since: Date;
}

export interface RunLayout {
  id: string;
  identifier: string;
  isDefault: boolean;
  editorType: string;
  body: string;
}
