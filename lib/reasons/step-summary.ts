/**
 * Builds the sentence about a step and its reason: "SMS skipped: byEmail is true". The row of a run, its page, Explain,
 * messages and tickets all show this sentence. Runs in the browser too.
 */

import { isDelivery, stepLabels } from '#lib/steps/labels.ts';
import type { StepTypeName } from '#lib/steps/step-type.ts';
import { listText } from '#lib/text/list-text.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import { durationText } from '#lib/time/time.ts';
import { type About, capitalised } from './definition.ts';
import type { RunOutcome } from './outcome.ts';
import { beginsWithName, outcomeOf, predicateOf, type Reason, reasonFor, whyOf } from './registry.ts';
import { SANDBOX_NOTE } from './sandbox-note.ts';

export interface StepSummaryInput {
  /** The type of the step. Undefined if no step decided, as in a workflow without steps. */
  type: StepTypeName | undefined;
  /** The reason of the step. Undefined if none was recorded. */
  reason: Reason | undefined;
  /** The step's name. Default: the name of its type. */
  label?: string | undefined;
  /** The step's outcome. Default: the outcome that the reason causes. */
  outcome?: RunOutcome | undefined;
  /** The earlier step that this step waits for. `reason` is then the reason of the earlier step. */
  waitsFor?: WaitsFor | undefined;
  /**
   * Whether the text is for a list of steps, in which each text names its step: "HTTP request done: api.example
   * answered 200".
   */
  isListed?: boolean | undefined;
}

interface WaitsFor {
  name: string;
  /** The duration of the earlier step in milliseconds. */
  spanMs?: number | undefined;
}

const UNRECORDED = reasonFor('unrecorded', {});

/**
 * "SMS skipped: byEmail is true", "Email waits until 22 Nov, 19:07 (step Wait, 10 h)", without full stop. A step that
 * sends no message is named only if it was unsuccessful. Otherwise the text is only the reason: "Limit of 3 reached".
 */
export function stepSummary(step: StepSummaryInput, about: About = {}): string {
  const { type, label = type && stepLabels[type], reason = UNRECORDED } = step;
  const outcome = step.outcome ?? outcomeOf(reason) ?? 'running';
  const isAlone = reason.code !== 'unrecorded' && !step.isListed && !ENDED_EARLY.includes(outcome);
  if (type === undefined || (isAlone && !isDelivery(type))) return `${reasonLine(reason, about)}${waitText(step)}`;
  const predicate = predicateOf(reason, about);
  if (predicate !== undefined) return `${label} ${predicate}${waitText(step)}`;
  return `${label} ${becameText(outcome, reason)}: ${whyOf(reason, about)}`;
}

/** Returns the reason, for the line below the step's name and state: "No phone number", "Waits until 22 Nov, 19:07". */
export function reasonLine(reason: Reason, about: About = {}): string {
  const text = reasonClause(reason, about);
  return beginsWithName(text, reason, about) ? text : capitalised(text);
}

/** Returns the reason, for the middle of a sentence: "no phone number". */
export function reasonClause(reason: Reason, about: About = {}): string {
  return predicateOf(reason, about) ?? whyOf(reason, about);
}

export interface SentStep {
  type: StepTypeName;
  /** Whether the message went to the sandbox. */
  sandbox?: boolean | undefined;
  /** Whether the message is stored although no inbox that could show it was connected. */
  stored?: boolean | undefined;
}

/**
 * "Email and SMS sent", "Email and SMS sent (sandbox)", "In-app, email (sandbox) and SMS sent", "Email sent; in-app stored:
 * no inbox was connected yet".
 */
export function sentSummary(all: readonly SentStep[]): string {
  const stored = listOfSteps(all.filter((step) => step.stored).map(({ type }) => type));
  const sent = all.filter((step) => !step.stored);
  if (stored === '') return acceptedSummary(sent);
  return sent.length === 0 ? `${stored} ${STORED}` : `${acceptedSummary(sent)}; ${lowerFirst(stored)} ${STORED}`;
}

/** The end of a sentence about an in-app message that no inbox could show. */
const STORED = 'stored: no inbox was connected yet';

function acceptedSummary(sent: readonly SentStep[]): string {
  const types = sent.map(({ type }) => type);
  // An in-app message is delivered once it is in the inbox, even in sandbox mode.
  const isSandboxed = ({ type, sandbox = false }: SentStep) => sandbox && type !== 'in_app';
  if (sent.every(isSandboxed)) return `${listOfSteps(types)} ${SANDBOXED}`;
  const labels = sent.map((step) => `${stepLabels[step.type]}${isSandboxed(step) ? SANDBOX_NOTE : ''}`);
  return `${listOf(labels)} ${BECAME.sent}`;
}

/** "Email, SMS and push": each type once. */
export function listOfSteps(types: readonly StepTypeName[]): string {
  return listOf(types.map((type) => stepLabels[type]));
}

/** "Email, SMS and push": each label once, and all but the first in lower case. */
export function listOf(labels: readonly string[]): string {
  return listText([...new Set(labels)].map((label, at) => (at === 0 ? label : lowerFirst(label))));
}

/** Returns the sentence with exactly one full stop, because text of a provider or a template may already end with one. */
export function ended(text: string): string {
  return `${text.replace(/(?<![.\s])[.\s]+$/, '')}.`;
}

const ENDED_EARLY: readonly RunOutcome[] = ['failed', 'skipped', 'cancelled'];

const SANDBOXED = `sent${SANDBOX_NOTE}`;

const BECAME = {
  sent: 'sent',
  done: 'done',
  failed: 'failed',
  skipped: 'skipped',
  throttled: 'skipped',
  merged: 'merged',
  cancelled: 'cancelled',
  waiting: 'waits',
  running: 'is in progress',
} as const satisfies Record<RunOutcome, string>;

function becameText(outcome: RunOutcome, { code }: Reason): string {
  return outcome === 'sent' && code === 'sandboxed' ? SANDBOXED : BECAME[outcome];
}

/** " (step Wait, 10 h)", or an empty text. */
function waitText({ waitsFor }: StepSummaryInput): string {
  if (!waitsFor) return '';
  const { name, spanMs } = waitsFor;
  return ` (step ${[name, ...(spanMs === undefined ? [] : [durationText(spanMs)])].join(', ')})`;
}
