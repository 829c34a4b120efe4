/** The result of a step, shown below its name even while the step is closed. */
import { senderName } from '#lib/integrations/sender-name.ts';
import type { ExecutionDetail, Job, Notification } from '#lib/notifications/schema.ts';
import { jobState } from '#lib/notifications/status/job-state.ts';
import { aboutRun, jobReason } from '#lib/notifications/status/run-status.ts';
import { addressName } from '#lib/reasons/links.ts';
import { parseReason, type Reason } from '#lib/reasons/registry.ts';
import { isDelivery } from '#lib/steps/labels.ts';
import { clockTime, shortDateText } from '#lib/time/time.ts';
import { type Addressed, addressIn } from './message-address.ts';
import { ownDetails } from './step-story.ts';

type Run = Pick<Notification, 'subscriber' | 'template' | 'createdAt'>;

/** Returns why the step did not succeed ("No phone number"), or its delivery: "Local SMTP · jane@shop.example · 14:05:35". */
export function stepResult(job: Job, run: Run, messages: readonly Addressed[] = []): string | undefined {
  const { email, phone } = run.subscriber ?? {};
  // Without a message, for example because the address is suppressed, the present addresses are the best guess.
  const addresses = messages.length === 0 ? [email, phone] : messages.flatMap((each) => [each.email, each.phone]);
  const about = { ...aboutRun(run), addresses };
  const state = jobState(job);
  const why = jobReason(job, about);
  if (state !== 'sent' && state !== 'done') return why;
  const at = ownDetails(job).at(-1)?.createdAt;
  if (at && job.reason?.code === 'delay_finished') return `Until ${timeIn(run, at)}`;
  const what = why === undefined && isDelivery(job.type) ? delivered(job, messages) : [why];
  const parts = [...what, at && timeIn(run, at)].filter(Boolean);
  return parts.length > 0 ? parts.join(' · ') : undefined;
}

/** Returns the time at which the step was skipped. Undefined if the step was not skipped. */
export function skippedAt(job: Job, run: Run): string | undefined {
  const at = ownDetails(job).at(-1)?.createdAt;
  return at && jobState(job) === 'skipped' ? timeIn(run, at) : undefined;
}

/** Returns the integration, or the providers, and the address of a delivery. Several addresses are counted. */
function delivered({ type, reason, executionDetails, integration }: Job, messages: readonly Addressed[]): string[] {
  const sentDetails = executionDetails.filter((detail) => isSent(parseReason(detail.reason)));
  const from: Sent[] = sentDetails.length > 0 ? sentDetails : [{ reason }];
  const sent = from.flatMap((detail) => {
    const parsed = parseReason(detail.reason);
    if (!isSent(parsed)) return [];
    const { provider, sender = provider, address } = parsed.evidence;
    return [{ provider: sender, address: address === undefined ? undefined : addressIn(detail, address, messages) }];
  });
  const providers = unique(sent.map(({ provider }) => provider));
  // Several providers mean several integrations. The job contains only the last integration, so use the names of the
  // providers.
  const senders = integration && type !== 'in_app' && providers.length === 1 ? [senderName(integration)] : providers;
  const addresses = unique(sent.flatMap(({ address }) => address ?? []));
  const [address] = addresses;
  if (type === 'in_app' || address === undefined) return senders;
  return [...senders, addresses.length > 1 ? `${addresses.length} ${addressName(type)}s` : address];
}

type Sent = Pick<ExecutionDetail, 'reason' | '_messageId'>;

function isSent(reason: Reason | undefined): reason is Reason<'sent' | 'sandboxed'> {
  return reason?.code === 'sent' || reason?.code === 'sandboxed';
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

/** Formats a time, with the date if it differs from the run's. */
function timeIn({ createdAt }: Run, at: string): string {
  const isSameDay = createdAt !== undefined && new Date(createdAt).toDateString() === new Date(at).toDateString();
  return isSameDay ? clockTime(at) : `${shortDateText(at)}, ${clockTime(at)}`;
}
