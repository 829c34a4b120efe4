import { senderName } from '#lib/integrations/sender-name.ts';
import type { OutcomeSummary } from '#lib/notifications/list/run-summary.ts';
import { mapReasons } from '#lib/notifications/list/summary-reasons.ts';
import type { Job, SummarisedRun } from '#lib/notifications/schema.ts';
import { reportOf } from '#lib/reasons/report-codes.ts';
import type { WireReason } from '#lib/reasons/schema.ts';
import { stepSummary } from '#lib/reasons/step-summary.ts';
import { stepLabels } from '#lib/steps/labels.ts';
import { maskEmail, maskPhone } from '#lib/steps/mask-address.ts';
import { datedTimes } from '#lib/time/day-time.ts';
import { absoluteTime } from '#lib/time/time.ts';
import { jobState, verdictOf } from './job-state.ts';
import { aboutRun, runStatusOf } from './run-status.ts';

/**
 * Returns a run as text for a ticket: the outcome, each step with its reason, and the IDs to find the run again. Tickets are
 * stored in other systems, so the text contains no names, full addresses, content or payload values.
 *
 * @param address the URL of the run's page.
 */
export function ticketText(run: SummarisedRun, address: string): string {
  const summary = summaryWithoutValues(run.summary);
  const shown: SummarisedRun = { ...run, subscriber: undefined, jobs: run.jobs?.map(withoutValues), summary };
  const about = aboutRun(shown, datedTimes());
  const steps = (shown.jobs ?? []).map((job) => {
    const label = job.step.name ? `${stepLabels[job.type]} “${job.step.name}”` : stepLabels[job.type];
    const reason = verdictOf(job);
    const through = throughText(job);
    if (!reason) return `- ${label}: ${job.status}${through}`;
    const outcome = reportOf(reason) ? undefined : jobState(job);
    return `- ${stepSummary({ type: job.type, label, reason, outcome }, about)}${through}`;
  });
  const text = [
    `${titleOf(run)}:`,
    runStatusOf(shown, Date.now(), about).parts.join(' '),
    ...(steps.length > 1 ? steps : (shown.jobs ?? []).flatMap((job) => throughLine(job))),
    `Transaction ${run.transactionId}, run ${run._id}`,
  ];
  return [...text.map(withoutAddresses), address].join('\n');
}

/** Returns "“Receipt” for the subscriber user_42, triggered on 20 Nov 2026, 14:05:35 CET". */
function titleOf({ template, subscriber, _subscriberId, createdAt }: SummarisedRun): string {
  const workflow = template?.name === undefined ? 'A deleted workflow' : `“${template.name}”`;
  const time = createdAt ? `on ${absoluteTime(createdAt)}` : 'at an unknown time';
  return `${workflow} for the subscriber ${subscriber?.subscriberId ?? _subscriberId}, triggered ${time}`;
}

/** Returns the integration of a step: " (through Local SMTP)". Empty if nothing was sent. */
function throughText({ type, integration }: Job): string {
  return integration && type !== 'in_app' ? ` (through ${senderName(integration)})` : '';
}

/** Returns the line for the integration of a single step. */
function throughLine({ type, integration }: Job): string[] {
  return integration && type !== 'in_app' ? [`Integration: ${senderName(integration)}`] : [];
}

/** Removes payload values from a reason: the values that a condition read, and the value of a field. */
export function withoutValues<Decided extends { reason?: WireReason | undefined }>(decided: Decided): Decided {
  const { reason } = decided;
  if (!reason) return decided;
  const { value: _, ...others } = reason.evidence;
  const evidence = Object.hasOwn(others, 'field') ? others : reason.evidence;
  return { ...decided, reason: { ...reason, evidence: { ...evidence, ...('values' in evidence && { values: {} }) } } };
}

/** Removes payload values from the reasons of a summary. */
export function summaryWithoutValues(summary: OutcomeSummary): OutcomeSummary {
  return mapReasons(summary, (step) => withoutValues(step));
}

/** Masks addresses in a text, because providers repeat them in their responses. */
export function withoutAddresses(text: string): string {
  return text
    .replace(/[^\s<>"“”'(),;:]+/g, withoutEmail)
    .replace(/\+\d[\d ()-]{5,}\d/g, (phone) => maskPhone(phone.replace(/[^\d+]/g, '')));
}

/** Masks the word if it is an email address. Full stops at its end belong to the sentence. */
function withoutEmail(word: string): string {
  const address = word.replace(/(?<!\.)\.+$/, '');
  const at = address.indexOf('@', 1);
  const isEmail = at > 0 && address.lastIndexOf('.') > at + 1;
  return isEmail ? maskEmail(address) + word.slice(address.length) : word;
}
