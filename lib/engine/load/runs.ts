/**
 * Raw statements: a few per batch load everything that the claimed jobs of one environment need. They read partitioned
 * history with bounds on the IDs, so only the months in question are read. Data that can change is read for every
 * batch. Steps and workflows as they were at the trigger never change, so they are cached.
 */

import { type ClaimedWork, LANES } from '#lib/engine/queue/work.ts';
import type { ResentStep, RunContext, RunJob, RunNotification, RunStep, RunWorkflow } from '#lib/engine/run-context.ts';
import { loadedResult } from '#lib/engine/windows/stored-events.ts';
import { idBounds, idTime } from '#lib/id.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { readTogether } from '#lib/postgres/db.ts';
import type { StoredPreference } from '#lib/preferences/effective.ts';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { parseReason, type Reason } from '#lib/reasons/registry.ts';
import { stepType } from '#lib/steps/index.ts';
import { channelOf } from '#lib/steps/labels.ts';
import type { Recipient, RecipientChannel } from '#lib/steps/run.ts';
import type { RestrictedParts } from '#lib/subscribers/restriction.ts';
import { openChannelCredentials } from '#lib/subscribers/wire.ts';
import { loadSuppressions } from '#lib/suppressions/query.ts';
import { type EarlierStep, earlierOf, loadEarlierMessages } from './earlier-messages.ts';
import { loadEnvironment } from './environment.ts';
import { completeNamed } from './named.ts';
import { loadPayloads, SHARED_COLUMNS, type SharedRow } from './payloads.ts';
import { contentSince, loadSensitiveRuns } from './sensitive-runs.ts';
import { Unchanging } from './unchanging.ts';

/**
 * Returns the loaded state of each work row, in the same order. Undefined if the run or its environment was deleted, or
 * if its workflow or one of its steps is missing: a run is never loaded in part.
 */
export async function loadRuns(
  environmentId: string,
  works: readonly ClaimedWork[],
): Promise<(RunContext | undefined)[]> {
  const notificationIds = [...new Set(works.map(({ notificationId }) => notificationId))];
  const [environment, notifications, jobs] = await Promise.all([
    loadEnvironment(environmentId),
    loadNotifications(environmentId, notificationIds),
    loadJobs(environmentId, notificationIds),
  ]);
  const subscriberIds = [...new Set([...notifications.values()].map(({ row }) => row.subscriberId))];
  const again = new Set(
    [...jobs.values()].flat().flatMap((job) => (job.reason?.code === 'retry_requested' ? job.id : [])),
  );
  const retried = works.filter(({ attempts, claims, jobId }) => attempts > 0 || claims > 1 || again.has(jobId));
  const rows = [...notifications.values()].map(({ row }) => row);
  const [recipients, preferences, earlier, resent] = await Promise.all([
    loadRecipients(environmentId, subscriberIds),
    loadPreferences(environmentId, subscriberIds),
    loadEarlierMessages(environmentId, retried.map(attemptedStep)),
    loadEarlierMessages(environmentId, rows.flatMap(resentStep)),
  ]);
  const sensitive = await loadSensitiveRuns(environmentId, [...notifications.values()], recipients);
  await completeNamed(environmentId, rows);
  const digests = await loadDigests(environmentId, works, [...jobs.values()].flat());
  const overrides = rows.map((row) => row.overrides);
  const suppressions = await loadSuppressions(environmentId, [...recipients.values()], overrides);
  return works.map((work) => {
    const loaded = notifications.get(work.notificationId);
    const ofRun = jobs.get(work.notificationId) ?? [];
    const job = ofRun.find(({ id }) => id === work.jobId);
    if (!loaded || !job || environment.isDeleted) return undefined;
    const channel = channelOf(job.step.type);
    const { row, workflow, ended } = loaded;
    return {
      environment: environment.environment,
      workflow,
      notification: row,
      jobs: ofRun,
      job,
      attempt: {
        number: work.attempts + 1,
        readyAt: work.readyAt,
        firstClaimedAt: work.firstClaimedAt,
        seriesStartedAt: work.seriesStartedAt,
        deaths: work.deaths,
        hasTurn: work.claims > 1 || work.lane === LANES.urgent,
        addressAllowedAt: work.addressAllowedAt ?? undefined,
      },
      subscriber: recipients.get(row.subscriberId),
      preferences: preferences.get(row.subscriberId) ?? [],
      integrations: environment.integrations.filter((integration) => integration.channel === channel),
      suppressions: suppressions.filter((each) => each.channel === channel),
      layouts: environment.layouts,
      digestWindow: digests.get(job.id),
      ended,
      sensitiveSince: contentSince(sensitive.get(row.id), { jobs: ofRun, job }),
      ...earlierOf(earlier.get(work.jobId), resent.get(row.resendOf?.jobId ?? '')),
    };
  });
}

/** Returns the job with the time span of its message IDs. */
function attemptedStep({ notificationId, jobId, firstClaimedAt }: ClaimedWork): EarlierStep {
  return { notificationId, jobId, from: firstClaimedAt, to: firstClaimedAt };
}

/** Returns the step that the run sends again. Its message IDs are between its trigger and this run. */
function resentStep({ id, resendOf }: RunNotification): EarlierStep[] {
  return resendOf ? [{ ...resendOf, from: idTime(resendOf.notificationId), to: idTime(id) }] : [];
}

export interface LoadedNotification {
  row: RunNotification;
  workflow: RunWorkflow;
  ended: RunContext['ended'];
}

interface NotificationRow extends SharedRow {
  id: string;
  payload_id: string | null;
  transaction_id: string;
  subscriber_id: string;
  context_keys: string[];
  ended: unknown;
  resend_of: ResentStep | null;
  snapshot_id: string;
}

/** The bounds limit the statement to the months of the IDs. */
export const NOTIFICATIONS = `
SELECT id, transaction_id, subscriber_id, context_keys, payload_id, ${SHARED_COLUMNS}, ended, resend_of, snapshot_id
FROM notifications WHERE environment_id = $1 AND id = ANY ($2) AND id >= $3 AND id <= $4`;

/** Returns runs with their workflows in their state at the trigger, by Notification.id. */
export async function loadNotifications(
  environmentId: string,
  ids: readonly string[],
): Promise<Map<string, LoadedNotification>> {
  const sorted = ids.toSorted();
  const rows = await readTogether<NotificationRow>('runs-notifications', NOTIFICATIONS, [
    environmentId,
    ids,
    sorted[0],
    sorted.at(-1),
  ]);
  const workflows = await loadWorkflows(environmentId, [...new Set(rows.map(({ snapshot_id }) => snapshot_id))]);
  const payloads = await loadPayloads(
    environmentId,
    rows.map(({ payload_id }) => payload_id),
  );
  return new Map(
    rows.flatMap((row) => {
      const workflow = workflows.get(row.snapshot_id);
      if (!workflow) return [];
      const { payload, overrides, context, actor, tenant } = payloads.get(row.payload_id ?? '') ?? row;
      const notification = {
        id: row.id,
        transactionId: row.transaction_id,
        snapshotId: row.snapshot_id,
        subscriberId: row.subscriber_id,
        contextKeys: row.context_keys,
        payload: payload ?? {},
        payloadId: row.payload_id ?? undefined,
        overrides: overrides ?? {},
        context: context ?? {},
        actor: actor ?? undefined,
        tenant: tenant ?? undefined,
        resendOf: row.resend_of ?? undefined,
      };
      const ended = parseReason(row.ended) as RunContext['ended'];
      return [[row.id, { row: notification, workflow, ended }] as const];
    }),
  );
}

const REMEMBERED = 2_000;
const knownWorkflows = new Unchanging<RunWorkflow>(REMEMBERED);
const knownSteps = new Unchanging<RunStep>(REMEMBERED);

interface SnapshotRow {
  id: string;
  workflow_id: string;
  severity: RunWorkflow['severity'];
  tags: string[];
  template: { name: string };
  settings: Pick<RunWorkflow, 'identifier' | 'description' | 'defaultPreferences' | 'userPreferences'> | null;
}

/** Returns the workflows in their state at the trigger, by snapshot ID. */
function loadWorkflows(environmentId: string, ids: readonly string[]): Promise<Map<string, RunWorkflow>> {
  return knownWorkflows.read(environmentId, ids, async (missing) => {
    const rows = await readTogether<SnapshotRow>(
      'runs-snapshots',
      `SELECT id, workflow_id, severity, tags, template, settings FROM workflow_snapshots
       WHERE environment_id = $1 AND id = ANY ($2::bigint[]) AND settings IS NOT NULL`,
      [environmentId, missing],
    );
    return rows.map(({ id, workflow_id, severity, tags, template, settings }) => [
      id,
      { ...(settings as NonNullable<typeof settings>), id: workflow_id, name: template.name, severity, tags },
    ]);
  });
}

function loadSteps(environmentId: string, ids: readonly string[]): Promise<Map<string, RunStep>> {
  return knownSteps.read(environmentId, ids, async (missing) => {
    const rows = await readTogether<{ id: string; content: RunStep }>(
      'runs-steps',
      'SELECT id, content FROM job_steps WHERE environment_id = $1 AND id = ANY ($2::bigint[])',
      [environmentId, missing],
    );
    return rows.map(({ id, content }) => [id, content]);
  });
}

interface JobRow {
  id: string;
  notification_id: string;
  step_key: string | null;
  status: RunJob['status'];
  reason: unknown;
  result: JsonObject | null;
  payload_ids: string[] | null;
  attempts: number;
  waited_since: Date | null;
  schedule_extensions_count: number | null;
  integration_id: string | null;
}

/** One index lookup per run: in a single scan, the planner may read all jobs between the bounds. */
export const JOBS = `
SELECT job.* FROM unnest($2::text[]) AS run (id) CROSS JOIN LATERAL (
  SELECT id, notification_id, position, step_key, status, reason, result, payload_ids, attempts, waited_since, schedule_extensions_count, integration_id
  FROM jobs WHERE environment_id = $1 AND notification_id = run.id AND id >= $3 AND id < $4 OFFSET 0) AS job
ORDER BY job.position, job.id`;

/** Returns the jobs of each run, in order. Job IDs begin with the time of the trigger. */
export async function loadJobs(
  environmentId: string,
  notificationIds: readonly string[],
): Promise<Map<string, RunJob[]>> {
  const [floor, ceiling] = idBounds(notificationIds);
  const rows = await readTogether<JobRow>('runs-jobs', JOBS, [environmentId, notificationIds, floor, ceiling]);
  const keys = new Set(rows.flatMap(({ step_key }) => step_key ?? []));
  const steps = await loadSteps(environmentId, [...keys]);
  const payloads = await loadPayloads(
    environmentId,
    rows.flatMap(({ payload_ids }) => payload_ids ?? []),
  );
  const grouped = Map.groupBy(rows, ({ notification_id }) => notification_id);
  return new Map(
    [...grouped].flatMap(([id, own]) => {
      const jobs = own.flatMap((row) => {
        const step = steps.get(row.step_key ?? '');
        return step ? [jobOf(row, step, payloads)] : [];
      });
      return jobs.length === own.length ? [[id, jobs] as const] : [];
    }),
  );
}

function jobOf(row: JobRow, step: RunStep, payloads: ReadonlyMap<string, SharedRow>): RunJob {
  return {
    id: row.id,
    step,
    status: row.status,
    reason: parseReason(row.reason) as Reason | undefined,
    ...loadedResult(row, payloads),
    attempts: row.attempts,
    waitedSince: row.waited_since ?? undefined,
    scheduleExtensions: row.schedule_extensions_count ?? 0,
    integrationId: row.integration_id ?? undefined,
  };
}

interface RecipientRow extends Omit<Recipient, 'channels' | 'data' | 'restricted'> {
  data: JsonObject | null;
  email_restricted_at: Date | null;
  phone_restricted_at: Date | null;
  channels:
    | (Pick<RecipientChannel, 'id' | 'integrationId'> & {
        providerId: string;
        credentials: JsonObject;
        deviceTokens: string[];
        changedAt: string;
        restricted: RestrictedParts;
      })[]
    | null;
}

export const RECIPIENTS = `
SELECT s.id, s.subscriber_id AS "subscriberId", s.first_name AS "firstName", s.last_name AS "lastName", s.email, s.phone, s.avatar,
  s.locale, s.timezone, s.data, s.is_online AS "isOnline",
  to_char(s.last_online_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lastOnlineAt",
  s.email_restricted_at, s.phone_restricted_at,
  (SELECT json_agg(json_build_object('id', c.id, 'integrationId', c.integration_id, 'providerId', c.provider_id,
     'credentials', c.credentials, 'deviceTokens', c.device_tokens, 'changedAt', c.updated_at, 'restricted', c.restricted) ORDER BY c.id)
   FROM subscriber_channels c WHERE c.environment_id = $1 AND c.subscriber_id = s.id) AS channels
FROM subscribers s WHERE s.environment_id = $1 AND s.id = ANY ($2)`;

/** Returns the subscribers in their current state, by Subscriber.id. */
export async function loadRecipients(environmentId: string, ids: readonly string[]): Promise<Map<string, Recipient>> {
  const rows = await readTogether<RecipientRow>('runs-recipients', RECIPIENTS, [environmentId, ids]);
  return new Map(rows.map((row) => [row.id, recipientOf(environmentId, row)]));
}

function recipientOf(environmentId: string, { channels, data, ...columns }: RecipientRow): Recipient {
  const { email_restricted_at: email, phone_restricted_at: phone, ...row } = columns;
  return {
    ...row,
    data: data ?? {},
    restricted: { email, phone },
    channels: (channels ?? []).flatMap(({ id, integrationId, providerId, credentials, ...kept }) => {
      const channel = findProvider(providerId)?.channel as Channel | undefined;
      const opened = openChannelCredentials(credentials, environmentId, id);
      return channel ? [{ id, channel, integrationId, ...opened, ...kept }] : [];
    }),
  };
}

export const PREFERENCES = `
SELECT subscriber_id AS "subscriberId", id, workflow_id AS "workflowId", context_keys AS "contextKeys", enabled, channels, condition,
  schedule, updated_at AS "updatedAt"
FROM preferences WHERE environment_id = $1 AND subscriber_id = ANY ($2)`;

/** Returns the preferences by Subscriber.id. */
export async function loadPreferences(
  environmentId: string,
  subscriberIds: readonly string[],
): Promise<Map<string, StoredPreference[]>> {
  const rows = await readTogether<StoredPreference & { subscriberId: string }>('runs-preferences', PREFERENCES, [
    environmentId,
    subscriberIds,
  ]);
  return Map.groupBy(rows, ({ subscriberId }) => subscriberId);
}

/**
 * Returns the windows that these jobs opened, by job. Jobs that joined a window have ended, so they are not among these
 * jobs.
 */
async function loadDigests(
  environmentId: string,
  works: readonly ClaimedWork[],
  jobs: readonly RunJob[],
): Promise<Map<string, string>> {
  const claimed = new Set(works.map(({ jobId }) => jobId));
  const waiting = jobs.filter(
    ({ id, step, waitedSince }) => claimed.has(id) && waitedSince && stepType(step.type).collects,
  );
  if (waiting.length === 0) return new Map();
  const rows = await readTogether<{ job_id: string; window_id: string }>(
    'runs-digests',
    'SELECT job_id, window_id FROM digest_events WHERE environment_id = $1 AND job_id = ANY ($2)',
    [environmentId, waiting.map(({ id }) => id)],
  );
  return new Map(rows.map(({ job_id, window_id }) => [job_id, window_id]));
}
