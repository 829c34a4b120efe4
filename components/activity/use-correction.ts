import type { Correction } from '#components/explain/correction.ts';
import { canRetry, whyNoStepRetry } from '#lib/notifications/retry/retry-rules.ts';
import type { Job, Notification } from '#lib/notifications/schema.ts';
import { addressField } from '#lib/reasons/links.ts';
import type { Fix } from '#lib/reasons/registry.ts';
import { isOtherAddress } from '#lib/subscribers/other-address.ts';
import { useOwnMessages } from './step-messages.tsx';

/** Returns the effects of an address correction on a step of the shown run. Undefined without a step. */
export function useCorrection(run: Notification, job: Job | undefined, fix: Fix | undefined): Correction | undefined {
  const [message] = useOwnMessages({ run, job }) ?? [];
  if (!job) return undefined;
  const canBeRetried = canRetry(job, fix) && whyNoStepRetry(run, job) === undefined;
  return {
    ...(canBeRetried && { retry: { runId: run._id ?? '', job } }),
    changedTo: message && changedTo(job.type, message, run.subscriber),
    isSensitive: run.withheld,
  };
}

interface Addresses {
  email?: string | null | undefined;
  phone?: string | null | undefined;
}

/** Returns the current address in the channel of a message if the message used another address. */
export function changedTo(channel: string, used: Addresses, current: Addresses | undefined): string | undefined {
  const field = addressField(channel);
  if (!field || !current || !isOtherAddress(channel, used[field], current)) return undefined;
  return current[field] ?? undefined;
}
