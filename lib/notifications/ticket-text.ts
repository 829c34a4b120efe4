import type { WireReason } from '#lib/reasons/schema.ts';
import { stepLabels } from '#lib/steps/labels.ts';
import { maskEmail, maskPhone } from '#lib/steps/mask-address.ts';
import { absoluteTime } from '#lib/time.ts';
import { aboutRun, jobReason, runStatusOf } from './run-status.ts';
import type { Job, Notification } from './schema.ts';

/**
 * A run as a text for a ticket: the outcome, each step with its reason, and the ids to find it again. Tickets go to other
 * systems, so it holds no name, no whole address, no content and no value of the payload.
 *
 * @param address the run's page.
 */
export function ticketText(run: Notification, address: string): string {
  const told: Notification = { ...run, subscriber: undefined, jobs: run.jobs?.map(withoutValues) };
  const about = aboutRun(told);
  const steps = (told.jobs ?? []).map((job) => {
    const name = job.step.name ? `${stepLabels[job.type]} “${job.step.name}”` : stepLabels[job.type];
    return `- ${name}: ${jobReason(job, about) ?? job.status}`;
  });
  const text = [
    `${run.template?.name ?? 'Deleted workflow'} for subscriber ${run.subscriber?.subscriberId ?? run._subscriberId}`,
    runStatusOf(told).summary,
    ...(steps.length > 1 ? steps : []),
    `Triggered ${run.createdAt ? absoluteTime(run.createdAt) : 'at an unknown time'}`,
    `Transaction ${run.transactionId}, run ${run._id}`,
  ];
  return [...text.map(withoutAddresses), address].join('\n');
}

function withoutValues(job: Job): Job {
  return { ...job, ...(job.reason && { reason: reasonWithoutValues(job.reason) }) };
}

function reasonWithoutValues({ code, evidence }: WireReason): WireReason {
  return { code, evidence: { ...evidence, ...(Object.hasOwn(evidence, 'values') && { values: {} }) } };
}

/** Providers repeat addresses in their answers. */
export function withoutAddresses(text: string): string {
  return text
    .replace(/[^\s<>"“”'(),;:]+@[^\s<>"“”'(),;:]+\.[^\s<>"“”'(),;:.]+/g, maskEmail)
    .replace(/\+\d[\d ()-]{5,}\d/g, (phone) => maskPhone(phone.replace(/[^\d+]/g, '')));
}
