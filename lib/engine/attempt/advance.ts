/**
 * Decides what happens to one claimed job. The checks run in a fixed order and the first one that objects decides
 * (docs/delivery.md, "Order of the checks"). Every decision has a reason. The function is pure: its caller passes in
 * the clock and the renderer, and `conclude` turns the decision into records.
 */

import type { AnyDecision, Note } from '#lib/engine/decision.ts';
import type { CopyLimits } from '#lib/engine/load/copy-limits.ts';
import type { RunContext } from '#lib/engine/run-context.ts';
import { digestWindow, limitWindow } from '#lib/engine/windows/windows.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { LIQUID_LIMITS } from '#lib/liquid/engine.ts';
import { templateReferences } from '#lib/liquid/references.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { parseMailboxes } from '#lib/providers/mailbox.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { mentionsLinks, type RecipientLinks } from '#lib/recipient-page/links.ts';
import type { RenderedStep, StepToRender } from '#lib/rendering/render-step.ts';
import { AGAIN, ProcessorBusyError } from '#lib/rendering/within-time.ts';
import { stepType } from '#lib/steps/index.ts';
import { channelOf } from '#lib/steps/labels.ts';
import type { Recipient, RequestingStep, StepOutcome } from '#lib/steps/run.ts';
import { spanEnd } from '#lib/time/duration.ts';
import { zoneOf } from '#lib/time/zoned-time.ts';
import { inTurn } from '#lib/turns.ts';
import {
  checkDeaths,
  checkEnd,
  checkFilters,
  checkPreferences,
  checkRendering,
  checkSchedule,
  checkSkipRule,
  checkVariables,
  decideTooBusy,
  type EarlyDecision,
  isFirstTurn,
} from './checks.ts';
import { chooseLayout } from './layout-choice.ts';
import { channelOverrides, namedAddresses } from './overrides.ts';
import { keepReached } from './rest.ts';
import { type RenderedTwice, renderTwice, shownProblem, shownRequest } from './shown-request.ts';
import { chooseTargets } from './targets.ts';
import { runVariables } from './variables.ts';

export interface CoreTools {
  /** `renderStep`, which previews use too. */
  render(step: StepToRender): Promise<RenderedStep>;
  /** The longest time that a step may wait, in days. */
  maxSpanDays: number;
  /** Returns the limits on copies of an email. `addresses` are the addresses in the email's step. */
  copyLimits(run: RunContext, addresses: readonly string[]): Promise<CopyLimits>;
  /** Returns the links to the recipient's page about a run. Absent: there is no page. */
  links?(run: RunContext): RecipientLinks;
  /** Returns the origin of tracked links. Undefined: the emails of the run are not tracked. */
  tracking?(run: RunContext): string | undefined;
}

/**
 * Decides what happens to the claimed job of `run` at `now`. Never throws because of content that an author, a caller
 * or a subscriber wrote.
 *
 * @throws ProcessorBusyError if the machine has no time to render the step, and the wait is too short to be recorded.
 */
export async function advance(run: RunContext, now: Date, tools: CoreTools): Promise<AnyDecision> {
  const decision = keepReached(run, await decide(run, now, tools));
  return run.digestWindow === undefined ? decision : leaveDigest(run.digestWindow, decision);
}

/** Makes a job that ends without the events leave the digest that it opened. Otherwise the window would stay open. */
function leaveDigest(window: string, decision: AnyDecision): AnyDecision {
  if (!('reason' in decision)) return decision;
  if (decision.type === 'wait' || decision.type === 'retry') return decision;
  const { code } = decision.reason;
  return { type: 'leave', window, outcome: decision, isPassedOn: code === 'canceled' || code === 'poison', notes: [] };
}

async function decide(run: RunContext, now: Date, tools: CoreTools): Promise<AnyDecision> {
  const notes = openingNotes(run);
  const early =
    checkDeaths(run) ?? checkEnd(run) ?? (run.subscriber ? checkSchedule(run, now, notes) : skipDeletedSubscriber());
  if (early || !run.subscriber) return { ...(early ?? skipDeletedSubscriber()), notes };
  return runStep({ run, now, tools, notes, recipient: run.subscriber, channel: channelOf(run.job.step.type) });
}

interface Visit {
  run: RunContext;
  now: Date;
  tools: CoreTools;
  notes: Note[];
  recipient: Recipient;
  /** Undefined for a step that sends nothing. */
  channel: Channel | undefined;
  /** Whether the content is sensitive. Known only for emails with copies. */
  isSensitive?: boolean;
}

async function runStep(visit: Visit): Promise<AnyDecision> {
  const { run, now, tools, notes } = visit;
  const variables = runVariables(run);
  const step = stepToRender(visit, variables);
  const unreadable = checkVariables(run, step);
  if (unreadable) return { ...(checkConditions(visit, variables) ?? unreadable), notes };
  const rendered = await renderOr(renderTwice(step, run.environment.variables, tools.render), () =>
    decideTooBusy(run, now),
  );
  if ('type' in rendered) return { ...rendered, notes };
  const limited = await withCopyLimits(visit, rendered);
  // Many runs may be rendered at the same time. Evaluating all their conditions in one turn would block the event loop.
  return inTurn(() => decideRendered(limited, variables, rendered));
}

/** Reads the limits on the copies that the step contains. Limits on copies of the trigger are loaded with the run. */
async function withCopyLimits(visit: Visit, { rendered: { output } }: RenderedTwice): Promise<Visit> {
  const { run, tools, channel } = visit;
  const copies = channel === 'email' ? namedAddresses({ email: { cc: output.cc, bcc: output.bcc } }) : [];
  if (copies.length === 0) return visit;
  const { suppressions, isSensitive } = await tools.copyLimits(run, copies);
  return { ...visit, run: { ...run, suppressions: [...run.suppressions, ...suppressions] }, isSensitive };
}

function decideRendered(visit: Visit, variables: JsonObject, twice: RenderedTwice): AnyDecision {
  const { run, now, notes } = visit;
  const early = checkRendering(run, shownProblem(twice), now) ?? checkConditions(visit, variables);
  if (early) return { ...early, notes };
  const outcome = stepOutcome(visit, twice.rendered);
  if (outcome.type !== 'request') return interpret(visit, outcome, variables);
  const shown = shownRequest(outcome.request, twice.shown, (output) => stepOutcome(visit, { output }));
  return { ...outcome, shown, notes };
}

/** Returns the step's outcome for the rendered output. */
function stepOutcome(visit: Visit, { output, values }: RenderedStep): StepOutcome {
  const { run, now, tools } = visit;
  return stepType(run.job.step.type).run({
    output,
    values,
    controls: run.job.step.controls,
    recipient: visit.recipient,
    payload: run.notification.payload,
    events: collectedEvents(run),
    overrides: visit.channel ? channelOverrides(run.notification.overrides, visit.channel) : {},
    now,
    after: (amount, unit) => spanEnd(now, amount, unit, zoneOf(visit.recipient.timezone)),
    waitedSince: run.job.waitedSince,
    mailboxes: parseMailboxes,
    replyTo: run.environment.replyTo,
    isWithheldFrom: visit.isSensitive ? readsProfile : undefined,
    maxSpanDays: tools.maxSpanDays,
  });
}

/**
 * Whether a template reads the profile of the subscriber or of the actor. Members who may not see sensitive content may
 * change profiles, so a message to an address from a profile could give them the content. Pure.
 */
function readsProfile(template: string): boolean {
  if (!template.includes('{{') && !template.includes('{%')) return false;
  const { references } = templateReferences(template);
  return references.some(({ path: [root], isLocal }) => !isLocal && (root === 'subscriber' || root === 'actor'));
}

/** Returns the events that the last digest before the step collected. Undefined if there is none. */
function collectedEvents({ jobs }: RunContext): readonly unknown[] | undefined {
  const lists = jobs.filter(({ step }) => stepType(step.type).collects).map(({ result }) => result?.events);
  return lists.findLast(Array.isArray);
}

/**
 * Returns the rendered step. If the machine had no time to render it, returns the decision of `otherwise`, or throws.
 */
async function renderOr(
  rendering: Promise<RenderedTwice>,
  otherwise: () => EarlyDecision | undefined,
): Promise<RenderedTwice | EarlyDecision> {
  try {
    return await rendering;
  } catch (error) {
    const early = error instanceof ProcessorBusyError ? otherwise() : undefined;
    if (early) return early;
    throw error;
  }
}

/**
 * Returns the decision of the step's conditions that stops the step, if any. A step that waited passed its conditions
 * before the wait, so they are not checked again. Steps that send are checked at each attempt.
 */
function checkConditions({ run, now, notes, channel }: Visit, variables: JsonObject): EarlyDecision | undefined {
  if (run.job.waitedSince !== undefined) return undefined;
  return (
    checkSkipRule(run, variables, now, notes) ??
    checkFilters(run, variables, notes) ??
    (channel && checkPreferences(run, channel, variables, now))
  );
}

function interpret(visit: Visit, outcome: Exclude<StepOutcome, RequestingStep>, variables: JsonObject): AnyDecision {
  const { run, now, notes, channel } = visit;
  switch (outcome.type) {
    case 'send':
      if (!channel) throw new TypeError(`Steps of the type ${run.job.step.type} have no channel to send to.`);
      return chooseTargets({
        run,
        now,
        channel,
        notes,
        variables,
        step: outcome,
        links: listLinks(visit),
        tracking: trackingOf(visit),
      });
    case 'wait':
      return { type: 'wait', until: outcome.until, reason: waitReason(outcome.until), isExtension: false, notes };
    case 'limit': {
      const { type, key, limit, until } = outcome;
      return { type, window: limitWindow(run, key), limit, until, notes };
    }
    case 'collect': {
      const { type, key, until, lookBack, metadata } = outcome;
      if (run.digestWindow !== undefined) return { type: 'close', window: run.digestWindow, lookBack, notes };
      return { type, window: digestWindow(run, key), until, lookBack, metadata, notes };
    }
    case 'continue':
    case 'fail':
      return { ...outcome, notes };
  }
}

/** Returns the origin of tracked links in an email. Other channels have none. */
function trackingOf({ run, tools, channel }: Visit): string | undefined {
  return channel === 'email' ? tools.tracking?.(run) : undefined;
}

/** Returns the links for the headers of an email. Other channels have none. */
function listLinks({ run, tools, channel }: Visit): RecipientLinks | undefined {
  return channel === 'email' ? tools.links?.(run) : undefined;
}

function waitReason(until: Date) {
  return reasonFor('delayed', { until: until.toISOString() });
}

function stepToRender({ run, now, tools, notes }: Visit, variables: JsonObject): StepToRender {
  const { type, controls } = run.job.step;
  const layout = chooseLayout(run, notes);
  // Only templates may read these values, because conditions and keys are stored with the values that they read.
  const env = run.environment.variables?.values ?? {};
  // A retry has more time, because an earlier attempt may have exceeded the limit: see `checkRendering`.
  const time = run.attempt.number > 1 ? LIQUID_LIMITS.time * AGAIN : LIQUID_LIMITS.time;
  // Signing links takes longer than checking whether the step uses them.
  const links = mentionsLinks(controls, layout) ? tools.links?.(run) : undefined;
  const read = { ...variables, ...links, env };
  return { type, controls, variables: read, now, time, ...(layout && { layout }) };
}

function skipDeletedSubscriber(): EarlyDecision {
  return { type: 'skip', reason: reasonFor('subscriber_deleted', {}) };
}

function openingNotes(run: RunContext): Note[] {
  const notes: Note[] = isFirstTurn(run) ? [{ reason: reasonFor('step_queued', { since: queuedSince(run) }) }] : [];
  return [
    ...notes,
    ...interruptedAttempts(run).map((attempt) => ({ reason: reasonFor('outcome_unknown', { attempt }) })),
  ];
}

/** Minimum milliseconds of a wait for a worker that is recorded. */
const MIN_QUEUED_MS = 60_000;

/** Returns the time at which the job was due, if no worker claimed it for a while. */
function queuedSince({ attempt: { readyAt, firstClaimedAt } }: RunContext): string | undefined {
  const isLate = readyAt !== undefined && firstClaimedAt.getTime() - readyAt.getTime() >= MIN_QUEUED_MS;
  return isLate ? readyAt.toISOString() : undefined;
}

/**
 * Returns the numbers of earlier attempts whose workers died, which have no other record. If the queue row was lost,
 * the number is unknown, so 1 is returned.
 */
function interruptedAttempts({ attempt: { number, deaths } }: RunContext): number[] {
  const numbers = Array.from({ length: deaths }, (_, index) => Math.max(1, number - deaths + index));
  return [...new Set(numbers)];
}
