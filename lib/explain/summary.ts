/** The one sentence of an explanation. Runs in the browser too, which shows its times in the reader's zone. */
import type { About } from '#lib/reasons/definition.ts';
import type { RunOutcome } from '#lib/reasons/outcome.ts';
import { clauseOf, outcomeOf, parseReason, type Reason, summaryOf } from '#lib/reasons/registry.ts';
import { isDelivery, stepLabels } from '#lib/steps/labels.ts';
import type { StepTypeName } from '#lib/steps/step-type.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import type { ExplainedSubscriber, Explanation } from './schema.ts';

/** What became of a step, for a sentence that starts with the step's type. */
const BECAME: Readonly<Partial<Record<RunOutcome, string>>> = {
  failed: 'failed',
  skipped: 'was skipped',
  throttled: 'was skipped',
  cancelled: 'was cancelled',
  waiting: 'has not gone out yet',
  running: 'is on its way',
  sent: 'was sent',
};

/** "SMS was skipped: Jane has no phone number." Of a step that sends nothing, only a failure is told so. */
export function sentenceOf(reason: Reason, type: StepTypeName | undefined, about: About): string {
  const outcome = outcomeOf(reason) ?? 'running';
  const became = type && (isDelivery(type) || outcome === 'failed') ? BECAME[outcome] : undefined;
  if (!type || became === undefined) return ended(summaryOf(reason, about));
  return ended(`${stepLabels[type]} ${became}: ${clauseOf(reason, about)}`);
}

/** The sentence with its full stop. What a provider or a template said may bring one. */
export function ended(text: string): string {
  return `${text.replace(/[.\s]+$/, '')}.`;
}

/** The sentence of an explanation with times as `time` shows them. */
export function explanationSummary({ decisive, subscriber, summary }: Explanation, time: About['time']): string {
  const reason = parseReason(decisive.reason);
  if (!reason) return summary;
  return sentenceOf(reason, decisive.step?.type, aboutExplained(subscriber, decisive.run?.workflow.name, time));
}

export function aboutExplained(
  subscriber: ExplainedSubscriber | undefined,
  workflow: string | undefined,
  time?: About['time'],
): About {
  // The wire's own sentence has UTC times and masked addresses; a page has the reader's.
  const addresses = time && [subscriber?.email, subscriber?.phone];
  return { subscriber: subscriber && displayName(subscriber), workflow, time, addresses };
}

/** The name, else the id or an address. */
export function displayName({ subscriberId, email, phone, ...names }: ExplainedSubscriber): string {
  return nameOf({ ...names, subscriberId: subscriberId ?? email ?? phone ?? 'The subscriber' });
}
