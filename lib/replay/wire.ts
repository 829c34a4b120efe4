/** Converts the difference of a run to its wire form. Pure. */
import { idTime } from '#lib/id.ts';
import { withheldReason } from '#lib/notifications/withheld.ts';
import type { About } from '#lib/reasons/definition.ts';
import { parseReason, type Reason, reasonFor, summaryOf } from '#lib/reasons/registry.ts';
import { wireReason } from '#lib/reasons/schema.ts';
import { ended } from '#lib/reasons/step-summary.ts';
import { plainText } from '#lib/rendering/plain-text.ts';
import type { Recipient } from '#lib/steps/run.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { type RunChange, type Side, type StepChange, textOf } from './compare.ts';
import { recordOf } from './record-tools.ts';
import type { RecordedRun } from './recorded-runs.ts';
import type { ReplayDifference, ReplayedSide, ReplayedStep } from './schema.ts';

interface Difference {
  run: RecordedRun;
  change: RunChange;
  /** Whether the caller may not read the content. */
  isWithheld: boolean;
  /** The current subscriber. Undefined if it was deleted. */
  subscriber: Recipient | undefined;
  /** The name of the workflow. */
  workflow: string;
}

/** Maximum characters of a shown text. */
const MAX_TEXT = 20_000;

export function differenceJson({ run, change, isWithheld, subscriber, workflow }: Difference): ReplayDifference {
  const about: About = { workflow, ...(subscriber && { subscriber: nameOf(subscriber) }) };
  const shown = { about, isWithheld };
  const { rejected } = change;
  return {
    _id: run.row.id,
    createdAt: idTime(run.row.id).toISOString(),
    change: change.change,
    ...(subscriber && { subscriber: subscriberJson(subscriber) }),
    ...(rejected && { rejected: reasonJson(rejected, shown) }),
    steps: change.steps.map((step) => stepJson(run, step, shown)),
    ...(isWithheld && { withheld: true }),
  };
}

interface Shown {
  about: About;
  isWithheld: boolean;
}

function subscriberJson({ subscriberId, firstName, lastName }: Recipient): ReplayDifference['subscriber'] {
  return { subscriberId, ...(firstName !== null && { firstName }), ...(lastName !== null && { lastName }) };
}

function stepJson(run: RecordedRun, { change, saved, draft }: StepChange, shown: Shown): ReplayedStep {
  const { step } = (draft ?? saved) as Side;
  const recorded = recordOf(run, step)?.job.reason;
  const [before, after] = textsOf(saved, draft);
  return {
    stepId: step.stepId,
    name: step.name,
    type: step.type,
    change,
    ...(saved && { saved: sideJson(saved, before, shown) }),
    ...(draft && { draft: sideJson(draft, after, shown) }),
    ...(recorded && { recorded: reasonJson(recorded, shown) }),
  };
}

/** Returns the texts of two sides: without markup, unless only the markup differs. */
function textsOf(saved: Side | undefined, draft: Side | undefined): [string | undefined, string | undefined] {
  const plain = [saved, draft].map((side) => side && shownText(side, withoutMarkup));
  const full = [saved, draft].map((side) => side && shownText(side));
  const [before, after] = plain[0] === plain[1] ? full : plain;
  return [before?.slice(0, MAX_TEXT), after?.slice(0, MAX_TEXT)];
}

function shownText({ messages, request }: Side, contentOf?: (content: string) => string): string | undefined {
  return textOf(messages, contentOf) ?? request;
}

function withoutMarkup(content: string): string {
  return isHtml(content) ? plainText(content) : content;
}

function isHtml(text: string): boolean {
  return text.includes('</');
}

function sideJson({ reason }: Side, text: string | undefined, shown: Shown): ReplayedSide {
  return { ...reasonJson(reason, shown), ...(text !== undefined && !shown.isWithheld && { text }) };
}

/** Returns a reason with its sentence, without evidence that quotes withheld content. */
function reasonJson(reason: Reason, { about, isWithheld }: Shown): Pick<ReplayedSide, 'reason' | 'summary'> {
  const shown = isWithheld ? withheldReason(wireReason(reason)) : wireReason(reason);
  return { reason: shown, summary: ended(summaryOf(parseReason(shown) ?? reasonFor('unrecorded', {}), about)) };
}
