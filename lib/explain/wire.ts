/** Builds the wire response of an explanation from the data that was found. Pure. */

import { isLive } from '#lib/engine/job-status.ts';
import type { Sender } from '#lib/integrations/sender.ts';
import type { EqualMessages } from '#lib/notifications/copies/equal.ts';
import type { HeldBy, Lateness } from '#lib/notifications/lateness/lateness.ts';
import type { RunSummary } from '#lib/notifications/list/run-summary.ts';
import type { StepAttempts } from '#lib/notifications/status/step-attempts.ts';
import type { UnknownAttempts } from '#lib/notifications/status/unknown-attempts.ts';
import { stepOutcome } from '#lib/reasons/deciding-step.ts';
import { capitalised, unmasked } from '#lib/reasons/definition.ts';
import { EVIDENCE_FIELDS } from '#lib/reasons/evidence.ts';
import { isFixable } from '#lib/reasons/leading.ts';
import { addressField, addressName } from '#lib/reasons/links.ts';
import {
  evidenceOf,
  fixOf,
  layerOf,
  outcomeOf,
  type Reason,
  type ReasonCode,
  summaryOf,
} from '#lib/reasons/registry.ts';
import { wireReason } from '#lib/reasons/schema.ts';
import { joinedFixes } from '#lib/reasons/several-fixes.ts';
import { sideOf } from '#lib/reasons/sides.ts';
import { ended, stepSummary } from '#lib/reasons/step-summary.ts';
import { channelOf } from '#lib/steps/labels.ts';
import type { Answer, ExplainedStep as OtherStep } from './decisive-step.ts';
import type { StepExchange } from './exchange.ts';
import type { NamedWorkflow } from './named-workflow.ts';
import type { Person } from './people.ts';
import type { Refused, Run, SentMessage, Step } from './query.ts';
import type { Alternative, ExplainedRun, ExplainedStep, ExplainedSubscriber, Explanation } from './schema.ts';
import { aboutExplained, decisiveSummary } from './summary.ts';

export interface Found extends Answer {
  person?: Person | undefined;
  run?: (Run & { environment?: string | undefined }) | undefined;
  workflow?: NamedWorkflow | undefined;
  joined?: Run | undefined;
  /** The newest message of the step that the answer is about. */
  message?: SentMessage | undefined;
  /** The last request of that step and the response, if it is an HTTP request. */
  exchange?: StepExchange | undefined;
  /** The integration through which that step sent, or tried to send. */
  sender?: Sender | undefined;
  equal?: EqualMessages | undefined;
  late?: Lateness | undefined;
  /** The outages that held up the step. */
  outages?: readonly HeldBy[];
  /** The newest request to retry the step, if the step still waits for its next attempt. */
  retried?: Reason | undefined;
  /** The attempts of the step whose outcome is unknown. */
  unknown?: UnknownAttempts | undefined;
  /** The attempts of a step that was retried on request. */
  attempts?: StepAttempts | undefined;
  /** The newest message of each step in `more`, by the job's ID. */
  messageIds?: ReadonlyMap<string, string> | undefined;
  /** The identifier of a workflow with a spelling similar to the unknown one. */
  similar?: string | undefined;
  /** Why no step of the run can be retried. */
  noRetry?: string | undefined;
  /** Whether the content of the run is withheld from the caller. */
  isWithheld?: boolean | undefined;
  /** The other warnings of the step, which did not decide the answer. */
  warnings?: readonly Reason[];
  /** The time since which the step is due although no worker runs it. */
  dueSince?: Date | undefined;
  alternatives?: readonly Alternative[];
}

export function explanationOf(found: Found): Explanation {
  const { reason, person, run, step, earlier, workflow } = found;
  const subscriber = person && subscriberOf(person);
  const about = aboutExplained(subscriber, run?.workflow.name ?? workflow?.name);
  const decided = earlier ?? step;
  const decisive = decisiveOf(found);
  const fixFor = (why: Reason, of: Step | undefined) => {
    const fix = fixOf(why, {
      subscriber: person?.subscriberId,
      workflow: run?.workflow.workflowId ?? workflow?.identifier,
      step: of?.stepId,
      channel: of && channelOf(of.type),
      integration: found.integration,
      run: run?.id,
      environment: run?.environment,
    });
    return fix ? [{ reason: why, fix }] : [];
  };
  const lacking = isFixable(reason) ? (found.more ?? []).filter((other) => isFixable(other.reason)) : [];
  const [fix, ...moreFixes] = joinedFixes([
    ...fixFor(found.cause ?? reason, decided),
    ...lacking.flatMap((other) => fixFor(other.reason, other)),
  ]);
  return {
    code: reason.code,
    summary: decisiveSummary(reason, decisive, about),
    ...(subscriber && { subscriber }),
    decisive,
    evidence: [...requested(found, addressed(found)), ...lacking.flatMap(missingOf), ...additionalEvidence(found)],
    ...(found.equal && { equal: found.equal }),
    ...(found.late && { late: found.late }),
    ...(found.outages && found.outages.length > 0 && { outages: [...found.outages] }),
    ...(fix && { fix }),
    ...(moreFixes.length > 0 && { moreFixes }),
    alternatives: [...(found.alternatives ?? [])],
  };
}

function decisiveOf({
  reason,
  at,
  run,
  step,
  earlier,
  joined,
  cause,
  message,
  sender,
  more = [],
  messageIds,
  noRetry,
  retried,
  unknown,
  isWithheld,
  summary,
}: Found): Explanation['decisive'] {
  const decided = earlier ?? step;
  const outcome = outcomeOf(reason) ?? (decided && !isLive(decided.status) ? stepOutcome(decided) : undefined);
  return {
    reason: wireReason(reason),
    layer: layerOf(reason),
    ...given({ side: sideOf((cause ?? reason).code) }),
    ...(outcome && { outcome }),
    ...(at && { at: at.toISOString() }),
    ...(run && { run: runOf(run) }),
    ...(step && { step: stepOf(step) }),
    ...(earlier && { earlier: stepOf(earlier) }),
    ...(joined && { joined: runOf(joined) }),
    ...(cause && { cause: wireReason(cause) }),
    ...(more.length > 0 && {
      more: more.map((other) => ({
        step: stepOf(other),
        reason: wireReason(other.reason),
        ...given({ messageId: messageIds?.get(other.id) }),
      })),
    }),
    ...given({ messageId: message?.id, noRetry }),
    ...(retried && { retried: wireReason(retried) }),
    ...(unknown && { unknown }),
    ...(isWithheld && { withheld: true }),
    ...(sender && { integration: sender }),
    ...(summary && { runSummary: summary }),
  };
}

/**
 * Adds the request of an HTTP step and the response, as the run’s page shows them. The request contains the host, so
 * the separate evidence of the host is removed.
 */
function requested({ exchange }: Found, evidence: Explanation['evidence']): Explanation['evidence'] {
  if (!exchange) return evidence;
  const { request, response } = exchange;
  return [
    { field: 'request', label: 'Request', value: request },
    ...evidence.filter(({ field }) => field !== 'host'),
    ...(response === undefined ? [] : [{ field: 'response', label: 'Response', value: response }]),
  ];
}

/**
 * Returns the evidence of the reason. The address used is shown in full if the message contains it or if the masked
 * form fits the person's current address. A different current address is added.
 */
function addressed(found: Found): Explanation['evidence'] {
  const decided = found.earlier ?? found.step;
  const channel = decided && channelOf(decided.type);
  const field = addressField(channel);
  if (MISSING.has(found.reason.code)) {
    const now = field && found.person?.[field];
    return [
      { field: 'missing', label: capitalised(addressName(channel)), value: 'none' },
      ...(now ? [{ field: 'addressNow', label: 'Address now', value: now }] : []),
    ];
  }
  const masked = 'address' in found.reason.evidence ? found.reason.evidence.address : undefined;
  // Before a message exists, for example while the step waits for its provider, use the person's address.
  const known = masked && unmasked(masked, [found.person?.email, found.person?.phone]);
  const used = found.message?.email ?? found.message?.phone ?? known;
  const all = evidenceOf(found.reason).filter(({ field }) => field !== 'attempts' || !found.attempts);
  // Each subscriber has one inbox, without an address that could be wrong.
  const own = channel === 'in_app' ? all.filter((each) => each.field !== 'address') : all;
  if (field === undefined || used === undefined) return own;
  const now = found.person?.[field];
  const isSame = now != null && (now === used || unmasked(used, [now]) === now);
  return [
    { field: 'addressUsed', label: 'Address used', value: used },
    ...(found.person && !isSame ? [{ field: 'addressNow', label: 'Address now', value: now ?? 'none' }] : []),
    ...own.filter((each) => each.field !== 'address'),
  ];
}

/** Returns evidence of the address that another step lacked. */
function missingOf({ type, reason }: OtherStep): Explanation['evidence'] {
  if (!MISSING.has(reason.code)) return [];
  return [{ field: 'missing', label: capitalised(addressName(channelOf(type))), value: 'none' }];
}

const MISSING: ReadonlySet<string> = new Set<ReasonCode>(['no_address', 'no_channel', 'no_token']);

/** Returns the evidence that is not part of the reason. */
function additionalEvidence(found: Found): Explanation['evidence'] {
  const { warnings = [], dueSince, cause, similar } = found;
  return [
    ...attemptsIn(found),
    ...(similar === undefined ? [] : [{ field: 'similar', label: 'Similar identifier', value: similar }]),
    ...(cause ? [{ field: 'cause', label: 'Because', value: summaryOf(cause), reason: wireReason(cause) }] : []),
    ...(dueSince ? [{ field: 'dueSince', label: 'Due but not run since', value: dueSince.toISOString() }] : []),
    ...warnings
      .flatMap((warning) => remarkOf(warning, found))
      .map((warning) => ({
        ...{ field: 'warning', label: 'Also' },
        ...{ value: summaryOf(warning), reason: wireReason(warning) },
      })),
  ];
}

const OF_OUTAGE: ReadonlySet<ReasonCode> = new Set(['provider_unavailable', 'retry_waiting', 'retries_exhausted']);

/**
 * Returns a warning as a remark. Empty if the sentence of the answer already says that the provider is unavailable. An
 * outage that is over gets its end.
 */
function remarkOf(warning: Reason, { reason, outages = [] }: Found): Reason[] {
  if (!OF_OUTAGE.has(warning.code)) return [warning];
  if (OF_OUTAGE.has(reason.code)) return [];
  if (warning.code !== 'provider_unavailable') return [warning];
  const { evidence } = warning;
  const until = outages.find(({ openedAt }) => openedAt === evidence.since)?.closedAt;
  return [{ ...warning, evidence: { ...evidence, ...(until && { until }) } }];
}

/** Returns the number of attempts, and of those since the newest request to retry the step. Empty for a single attempt. */
function attemptsIn({ reason, attempts }: Found): Explanation['evidence'] {
  const count = attempts?.all ?? ('attempt' in reason.evidence ? (reason.evidence.attempt ?? 1) : 1);
  const row = (label: string, value: number) => ({ field: 'attempts', label, value });
  if (!attempts?.retried)
    return count > 1 && !('attempts' in reason.evidence) ? [row(EVIDENCE_FIELDS.attempts.label, count)] : [];
  return [row('Attempts since the retry', attempts.retried.attempts), row('Attempts in all', count)];
}

export function subscriberOf({ subscriberId, ...known }: Person): ExplainedSubscriber {
  const { firstName, lastName, email, phone } = known;
  return { subscriberId, ...given({ firstName, lastName, email, phone }) };
}

function runOf({ id, transactionId, createdAt, workflow, ...run }: Found['run'] & Run): ExplainedRun {
  const { name, workflowId } = workflow;
  return {
    _id: id,
    transactionId,
    createdAt: createdAt.toISOString(),
    workflow: { name, ...given({ workflowId }) },
    ...given({ environment: run.environment }),
  };
}

function stepOf({ id, stepId, name, type }: Step): ExplainedStep {
  return { _id: id, name, type, ...given({ stepId }) };
}

/** @param person the recipient of the run, if the question names no person. */
export function runAlternative(run: Run, row: RunSummary | undefined, person?: Person): Alternative {
  return {
    ...{ type: 'run', run: runOf(run) },
    ...(person && { subscriber: subscriberOf(person) }),
    ...(row && { row }),
  };
}

/** Returns the step as an alternative answer. Empty if the step has no recorded reason. */
export function stepAlternative(step: Step, person: Person | undefined, run: Run): Alternative[] {
  const { reason } = step;
  if (!reason) return [];
  const about = aboutExplained(person && subscriberOf(person), run.workflow.name);
  const outcome = outcomeOf(reason);
  const texts = {
    summary: ended(stepSummary({ type: step.type, reason, isListed: true }, about)),
    reason: wireReason(reason),
  };
  return [{ type: 'step', step: stepOf(step), ...texts, ...(outcome && { outcome }) }];
}

export function refusalAlternative({ reason, createdAt, workflow }: Refused): Alternative {
  const texts = { summary: ended(summaryOf(reason)), reason: wireReason(reason) };
  return { type: 'refusal', at: createdAt.toISOString(), workflowId: workflow, ...texts };
}

/** Removes fields without a value. */
function given<Fields extends Record<string, string | null | undefined>>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string')) as {
    [Name in keyof Fields]?: NonNullable<Fields[Name]>;
  };
}
