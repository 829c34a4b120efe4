/**
 * Plays recorded runs with a version of their workflow. The clock and the recorded responses are those of the run; all
 * other data is current.
 */

import { rehearseTarget } from '#lib/engine/attempt/send.ts';
import { loadCopyLimits } from '#lib/engine/load/copy-limits.ts';
import { type LoadedEnvironment, loadEnvironment } from '#lib/engine/load/environment.ts';
import { completeNamed } from '#lib/engine/load/named.ts';
import { loadPreferences, loadRecipients } from '#lib/engine/load/runs.ts';
import { type DryRun, type DryRunTools, playRun } from '#lib/engine/play-run.ts';

import { env } from '#lib/env.ts';
import { shownValues } from '#lib/environment-variables/values.ts';
import { checkEvent } from '#lib/events/check.ts';
import { runWorkflow } from '#lib/events/dry-run.ts';
import { ALL_SUBSCRIBERS } from '#lib/events/recipients.ts';
import type { RunnableWorkflow } from '#lib/events/triggered-workflow.ts';
import { idTime, newId } from '#lib/id.ts';
import { createRehearsal } from '#lib/outbound/rehearsal.ts';
import type { StoredPreference } from '#lib/preferences/effective.ts';
import type { Reason } from '#lib/reasons/registry.ts';
import { runLinks } from '#lib/recipient-page/run-links.ts';
import { renderStep } from '#lib/rendering/render-step.ts';
import type { Recipient } from '#lib/steps/run.ts';
import type { Suppression } from '#lib/suppressions/check.ts';
import { loadSuppressions } from '#lib/suppressions/query.ts';
import { recordOf, recordTools } from './record-tools.ts';
import type { RecordedRun } from './recorded-runs.ts';

/** The data that replays of several runs share, in its current state. */
export interface ReplayData {
  environment: LoadedEnvironment;
  recipients: ReadonlyMap<string, Recipient>;
  preferences: ReadonlyMap<string, StoredPreference[]>;
  suppressions: readonly Suppression[];
}

/** The result of playing a run: the trigger was rejected, or the steps were played. */
export type Played = { rejected: Reason } | DryRun;

/** Thrown for a run whose replay exceeds its time. */
export class ReplayTimeError extends Error {}

/**
 * Reads the data that the runs need. Contexts and actors that a trigger names without data are read later, for each
 * run.
 */
export async function replayData(environmentId: string, runs: readonly RecordedRun[]): Promise<ReplayData> {
  const notifications = runs.map(({ row }) => row);
  const subscriberIds = [...new Set(notifications.map(({ subscriberId }) => subscriberId))];
  const [loaded, values, recipients, preferences] = await Promise.all([
    loadEnvironment(environmentId),
    shownValues(environmentId),
    loadRecipients(environmentId, subscriberIds),
    loadPreferences(environmentId, subscriberIds),
    completeNamed(environmentId, notifications),
  ]);
  const overrides = notifications.map((each) => each.overrides);
  const suppressions = await loadSuppressions(environmentId, [...recipients.values()], overrides);
  const environment = {
    ...loaded,
    // Readers see the rendered texts, so the texts must contain no secret values.
    environment: { ...loaded.environment, variables: { values, secrets: [] } },
    // A current outage has no meaning for the time of the run.
    integrations: loaded.integrations.map((integration) => ({ ...integration, breaker: undefined })),
  };
  return { environment, recipients, preferences, suppressions };
}

/**
 * Plays a recorded run as if this version of the workflow had been triggered. Nothing is written, sent or requested.
 * Integrations in sandbox mode respond as usual. All other integrations are assumed to accept the message.
 *
 * @param untilMs the time on the clock of `performance.now()` at which the replay is aborted.
 * @throws ReplayTimeError at that time; ProcessorBusyError if the machine has no time for it.
 */
export async function replayRun(
  run: RecordedRun,
  workflow: RunnableWorkflow,
  data: ReplayData,
  untilMs: number,
): Promise<Played> {
  const { row } = run;
  const { environment } = data.environment;
  const startsAt = startOf(run);
  const body = { name: run.workflow.identifier, payload: row.payload, overrides: row.overrides };
  // An inactive workflow is played too, because the replay tests its steps.
  const checked = await checkEvent(
    { environmentId: environment.id, body, audience: ALL_SUBSCRIBERS, topics: new Map(), at: startsAt },
    { ...workflow, active: true },
  );
  if ('refusal' in checked) return { rejected: checked.refusal };
  const tools = { ...recordTools(run), ...commonTools(environment.id, untilMs) };
  return playRun(
    {
      ...data.environment,
      workflow: runWorkflow(workflow, body),
      notification: { ...row, payload: checked.payload },
      jobs: workflow.steps.map((step, position) => ({
        id: recordOf(run, step)?.job.id ?? newId(idTime(row.id)),
        step,
        status: position === 0 ? 'queued' : 'pending',
        attempts: 0,
        scheduleExtensions: 0,
      })),
      subscriber: data.recipients.get(row.subscriberId),
      preferences: data.preferences.get(row.subscriberId) ?? [],
      suppressions: data.suppressions,
      ended: run.ended?.code === 'topic_condition' ? run.ended : undefined,
    },
    startsAt,
    tools,
  );
}

/** Returns the start of the first attempt, or the time of the trigger if there was none. */
function startOf({ row, steps }: RecordedRun): Date {
  return steps[0]?.details[0]?.at ?? idTime(row.id);
}

function commonTools(
  environmentId: string,
  untilMs: number,
): Pick<DryRunTools, 'render' | 'maxSpanDays' | 'copyLimits' | 'links' | 'send'> {
  const rehearsal = createRehearsal();
  return {
    render(step) {
      if (performance.now() > untilMs) throw new ReplayTimeError('The replay of the run took too long');
      return renderStep(step);
    },
    maxSpanDays: env().MAX_SPAN_DAYS,
    copyLimits: loadCopyLimits,
    links: runLinks,
    send: (target, now) => rehearseTarget(environmentId, target, { now: () => now, rehearsal }),
  };
}
