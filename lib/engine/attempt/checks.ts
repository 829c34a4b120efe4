/** The checks that can keep a step from running, one function each. `advance` defines their order. */

import { evaluateFilters, type FilterResult } from '#lib/conditions/evaluate-filters.ts';
import { ConditionError, evaluateCondition } from '#lib/conditions/evaluate-rule.ts';
import type { Decision, Note } from '#lib/engine/decision.ts';
import { DEATHS_BEFORE_ALONE, MAX_DEATHS_ALONE } from '#lib/engine/queue/deaths.ts';
import { retryOf, waitForRetry } from '#lib/engine/retry.ts';
import type { RunContext } from '#lib/engine/run-context.ts';
import { readsVariable } from '#lib/environment-variables/reads-variable.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { type ResolvedPreferences, resolvePreferences, type StoredPreference } from '#lib/preferences/effective.ts';
import { hoursOn, isWithin, nextOpening } from '#lib/preferences/schedule.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { type Reason, type ReasonCode, reasonFor } from '#lib/reasons/registry.ts';
import type { RenderedStep, StepToRender } from '#lib/rendering/render-step.ts';
import { stepType } from '#lib/steps/index.ts';
import { zoneOf } from '#lib/time/zoned-time.ts';
import { readValues } from './condition-values.ts';

type WithoutNotes<Decision> = Decision extends Decision ? Omit<Decision, 'notes'> : never;

/** A decision without the notes on what happened before it. */
export type EarlyDecision = WithoutNotes<Exclude<Decision, { type: 'deliver' }>>;

export function checkDeaths({ attempt: { deaths } }: RunContext): EarlyDecision | undefined {
  const deathsAlone = deaths - DEATHS_BEFORE_ALONE;
  return deathsAlone < MAX_DEATHS_ALONE ? undefined : fail(reasonFor('poison', { count: deathsAlone }));
}

export function checkEnd({ ended }: RunContext): EarlyDecision | undefined {
  return ended && { type: ended.code === 'topic_condition' ? 'skip' : 'cancel', reason: ended };
}

/** Maximum waits of a step for the subscriber's schedule, before the step runs outside the schedule. */
const MAX_SCHEDULE_EXTENSIONS = 3;

/**
 * Skips steps that deliver outside the subscriber's schedule, and lets steps that wait keep waiting. In-app messages
 * and critical workflows are exempt (docs/delivery.md, "Order of the checks").
 */
export function checkSchedule(run: RunContext, now: Date, notes: Note[]): EarlyDecision | undefined {
  const { job, subscriber } = run;
  const behaviour = stepType(job.step.type).outsideSchedule;
  const { schedule } = preferencesOf(run);
  if (!behaviour || !schedule) return undefined;
  if (behaviour === 'wait' && job.waitedSince === undefined) return undefined;
  const timezone = zoneOf(subscriber?.timezone);
  if (isWithin(schedule, now, timezone)) return undefined;
  const opensAt = nextOpening(schedule, now, timezone);
  const shown = { hours: hoursOn(schedule, now, timezone), timezone };
  if (behaviour === 'skip') return skip(reasonFor('outside_schedule', { ...shown, until: opensAt?.toISOString() }));
  const count = job.scheduleExtensions;
  if (!opensAt || count >= MAX_SCHEDULE_EXTENSIONS) {
    notes.push({ reason: reasonFor('extensions_spent', { count }) });
    return undefined;
  }
  const evidence = { ...shown, until: opensAt.toISOString(), count: count + 1 };
  return { type: 'wait', until: opensAt, reason: reasonFor('extended_to_schedule', evidence), isExtension: true };
}

/** Maximum renderings of a step that takes too long. */
const MAX_SLOW_RENDERINGS = 3;

/**
 * Retries a rendering that took too long, because a busy machine may count more time than the rendering used. Fails a
 * step with any other problem.
 */
export function checkRendering(run: RunContext, rendered: RenderedStep, now: Date): EarlyDecision | undefined {
  const { problem, tookTooLong } = rendered;
  if (!problem) return undefined;
  const retry = tookTooLong && run.attempt.number < MAX_SLOW_RENDERINGS ? retryOf(run, now) : undefined;
  if (retry) return waitForRetry(run, retry, problem.message);
  return fail(reasonFor('render_failed', { problem: problem.message, control: problem.control }));
}

/** Fails a step that reads a variable whose value cannot be decrypted. */
export function checkVariables(run: RunContext, { controls, layout }: StepToRender): EarlyDecision | undefined {
  const variable = run.environment.variables?.unreadable?.find(
    (key) => readsVariable(controls, key) || readsVariable(layout, key),
  );
  return variable === undefined ? undefined : fail(reasonFor('secret_unreadable', { variable }));
}

/** The problem shown for a step that the machine had no time to render. */
const NO_TIME = 'The server was too busy';

/**
 * Returns the decision about a step that the machine had no time to render. In the first minute it is undefined: the
 * step continues soon, and nothing is recorded, to spare the busy machine. Later, the wait is recorded. At the end of
 * the time for retries, the step fails.
 */
export function decideTooBusy(run: RunContext, now: Date): EarlyDecision | undefined {
  const retry = retryOf(run, now, 0);
  const span = now.getTime() - run.attempt.seriesStartedAt.getTime();
  if (!retry) return fail(reasonFor('render_failed', { problem: NO_TIME, span }));
  return retry.holdsChain ? undefined : { ...waitForRetry(run, retry, NO_TIME), holdsChain: false };
}

/** Evaluates the rule in the step's `skip` control: true skips the step. */
export function checkSkipRule(
  run: RunContext,
  variables: JsonObject,
  now: Date,
  notes: Note[],
): EarlyDecision | undefined {
  const { skip: rule } = run.job.step.controls;
  if (!isRule(rule)) return undefined;
  const { holds, problem } = tryCondition(rule, variables, now);
  if (problem !== undefined) return fail(reasonFor('render_failed', { problem, control: 'skip' }));
  const evidence = { condition: rule, values: readValues(rule, variables) };
  if (holds) return skip(reasonFor('skip_condition', evidence));
  notes.push({ reason: reasonFor('conditions_matched', evidence) });
  return undefined;
}

/** Evaluates the step's filters: the step runs when they match. */
export function checkFilters(run: RunContext, variables: JsonObject, notes: Note[]): EarlyDecision | undefined {
  const { filters } = run.job.step;
  if (filters.length === 0) return undefined;
  const result = evaluateFilters(filters, conditionData(variables));
  const evidence = { condition: filters, values: filterValues(result) };
  if (!result.passes) return skip(reasonFor('filter', evidence));
  notes.push({ reason: reasonFor('conditions_matched', evidence) });
  return undefined;
}

/**
 * Checks whether the subscriber or the workflow's settings switched the channel off, then the condition of the
 * subscriber's preference.
 */
export function checkPreferences(
  run: RunContext,
  channel: Channel,
  variables: JsonObject,
  now: Date,
): EarlyDecision | undefined {
  const preferences = preferencesOf(run);
  const { enabled, layer, preferenceId, since } = preferences.channel(channel);
  const evidence = { channel, layer, preference: preferenceId, since: since?.toISOString() };
  if (!enabled) return skip(preferenceReason(evidence));
  const { conditional } = preferences;
  return conditional && checkPreferenceCondition(conditional, channel, variables, now);
}

function preferenceReason(evidence: {
  channel: string;
  layer: string;
  preference: string | undefined;
  since: string | undefined;
}): Reason {
  if (evidence.layer === 'subscriber_workflow') return reasonFor('preference_workflow', evidence);
  if (evidence.layer === 'subscriber_global') return reasonFor('preference_global', evidence);
  return reasonFor('preference_default', { channel: evidence.channel, layer: evidence.layer });
}

/**
 * Skips the step if the condition of a preference is not met. A condition that cannot be evaluated counts as not met,
 * so that no unwanted message is sent.
 */
function checkPreferenceCondition(
  row: StoredPreference,
  channel: Channel,
  variables: JsonObject,
  now: Date,
): EarlyDecision | undefined {
  const rule = row.condition;
  if (!isRule(rule)) return undefined;
  const { holds, problem } = tryCondition(rule, variables, now);
  if (holds) return undefined;
  const values = readValues(rule, variables);
  const since = row.updatedAt.toISOString();
  const evidence = { channel, condition: rule, values, preference: row.id, since, problem };
  return skip(reasonFor('preference_condition', evidence));
}

/** Returns the subscriber's effective preferences for this run. */
export function preferencesOf({ preferences, workflow, notification }: RunContext): ResolvedPreferences {
  return resolvePreferences({ workflow, rows: preferences, contextKeys: notification.contextKeys });
}

/** Whether the job has no recorded reason, except that its trigger was scheduled or that nothing can be sent yet. */
export function isFirstTurn({ job }: RunContext): boolean {
  const { reason, attempts, waitedSince } = job;
  if (reason?.code === 'delayed') return attempts === 0 && waitedSince === undefined;
  const isHeldBack = reason !== undefined && HELD_BACK.has(reason.code);
  return reason === undefined || (isHeldBack && attempts === 0);
}

/** Reasons why nothing can be sent yet. */
const HELD_BACK: ReadonlySet<ReasonCode> = new Set([
  'provider_unavailable',
  'host_unavailable',
  'rate_limit_waiting',
  'quota_waiting',
]);

export function conditionData({ subscriber, payload }: JsonObject): Record<'subscriber' | 'payload', JsonObject> {
  return { subscriber: subscriber as JsonObject, payload: payload as JsonObject };
}

/** Whether a value is a rule. An empty object is not a rule. */
function isRule(rule: unknown): rule is JsonObject {
  return typeof rule === 'object' && rule !== null && Object.keys(rule).length > 0;
}

function tryCondition(rule: JsonObject, variables: JsonObject, now: Date): { holds: boolean; problem?: string } {
  try {
    return { holds: evaluateCondition(rule, variables, now.getTime()) };
  } catch (error) {
    if (error instanceof ConditionError) return { holds: false, problem: error.message };
    throw error;
  }
}

function filterValues({ readings }: FilterResult): JsonObject {
  return Object.fromEntries(readings.map(({ on, field, actual }) => [`${on}.${field}`, actual ?? null]));
}

function skip(reason: Reason): EarlyDecision {
  return { type: 'skip', reason };
}

function fail(reason: Reason): EarlyDecision {
  return { type: 'fail', reason };
}
