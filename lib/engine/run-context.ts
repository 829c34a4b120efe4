/** What the engine loads for a claimed job, in one statement for a batch: all that its step may read. */
import type { JsonObject } from '#lib/api/text.ts';
import type { StepFilter } from '#lib/integrations/filter.ts';
import type { StoredPreference } from '#lib/preferences/effective.ts';
import type { WorkflowPreferences } from '#lib/preferences/merge.ts';
import type { Channel } from '#lib/providers/channel.ts';
import type { Reason } from '#lib/reasons/registry.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import type { Recipient } from '#lib/steps/run.ts';
import type { Severity } from '#lib/workflows/severity.ts';
import type { JobStatus } from './job-status.ts';

export interface RunContext {
  environment: RunEnvironment;
  /** Of the version at the trigger. The same object for all jobs of a version. */
  workflow: RunWorkflow;
  notification: RunNotification;
  /** Those of the run in the order of their positions, the claimed one among them. */
  jobs: readonly RunJob[];
  /** The claimed one. */
  job: RunJob;
  attempt: Attempt;
  /** As they are now; undefined when deleted. */
  subscriber: Recipient | undefined;
  /** The subscriber's: global and of this workflow, with any context. */
  preferences: readonly StoredPreference[];
  /** The active ones of the step's channel, not deleted; none for a step without channel. */
  integrations: readonly RunIntegration[];
  /** Those of the subscriber's addresses at the step's channel. */
  suppressions: readonly Suppression[];
  /** Of the environment; empty where the step has none. */
  layouts: readonly RunLayout[];
  /** Who ended the run meanwhile. */
  ended?: Reason<'canceled' | 'workflow_deleted'> | undefined;
  /** Ids of the messages of this job that are sent already. */
  sentMessages: ReadonlySet<string>;
}

export interface RunEnvironment {
  id: string;
  organizationId: string;
  /** Whether another integration is tried when one cannot send. */
  failover: boolean;
}

export interface RunWorkflow {
  id: string;
  /** The trigger identifier. */
  identifier: string;
  name: string;
  description: string;
  tags: readonly string[];
  severity: Severity;
  /** Its own default, and what was set on the dashboard. */
  defaultPreferences: WorkflowPreferences;
  userPreferences: WorkflowPreferences | null;
}

export interface RunNotification {
  id: string;
  transactionId: string;
  /** Subscriber.id */
  subscriberId: string;
  /** Sorted `<type>:<id>`. */
  contextKeys: readonly string[];
  payload: JsonObject;
  overrides: JsonObject;
  /** Variables of the same names: context type → `{id, data}`. */
  context: JsonObject;
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
  /** Groups are OR-ed. */
  filters: readonly StepFilter[];
  shouldStopOnFail: boolean;
}

export interface RunJob {
  id: string;
  step: RunStep;
  status: JobStatus;
  /** Why it has its status; undefined until something was recorded of it. */
  reason?: Reason | undefined;
  /** `steps.<stepId>` of later steps; of an in-app step, whether its message is seen and read by now. */
  result?: JsonObject | undefined;
  /** Attempts that count. */
  attempts: number;
  /** When it began to wait (`delayed`). */
  waitedSince?: Date | undefined;
  /** How often it waited for the subscriber's schedule. */
  scheduleExtensions: number;
  /** Of the last attempt. */
  integrationId?: string | undefined;
}

/** One execution of a job. */
export interface Attempt {
  /** From 1. What an integration's rate limit puts back has the same number again. */
  number: number;
  /** `work.first_claimed_at`: message ids begin with it, also after a retry by hand. */
  firstClaimedAt: Date;
  /** When attempts began to count: the first claim, or the first one after a retry by hand. */
  seriesStartedAt: Date;
  /** The worker of the attempt before died: whether it sent is unknown. */
  afterDeath: boolean;
  /** Workers that died while the job ran alone. */
  deathsAlone: number;
}

export interface RunIntegration {
  id: string;
  identifier: string;
  name: string;
  /** Neutral. */
  providerId: string;
  /** Its display name. */
  providerName: string;
  channel: Channel;
  primary: boolean;
  /** Higher first. */
  priority: number;
  conditions: readonly StepFilter[];
  sandbox: boolean;
  /** Whether Belfry can send through the provider. */
  deliverable: boolean;
  /** Present while its provider cannot be reached. */
  breaker?: OpenBreaker | undefined;
}

/** Nothing is sent before `probeAt`, and then by one attempt only. */
export interface OpenBreaker {
  openedAt: Date;
  probeAt: Date;
  /** What the attempt that opened it met. */
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
