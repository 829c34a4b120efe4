import type { OutageKey } from '#lib/outages/client.ts';
import type { Outage } from '#lib/outages/schema.ts';

/** Returns the path of the list of outages. `base` is the path of the environment. */
export function outagesAddress(base: string): string {
  return `${base}/integrations/outages`;
}

/** Returns the path of the page of an outage. `base` is the path of the environment. */
export function outageAddress(base: string, { integrationId, openedAt }: OutageKey): string {
  return `${base}/integrations/${encodeURIComponent(integrationId)}/outages/${encodeURIComponent(openedAt)}`;
}

/**
 * Returns the path of Activity with the runs that failed after the outage held them up, and with the open dialog that
 * retries these runs. Undefined if there are no such runs.
 */
export function failedRunsAddress(base: string, { integration, failedRuns }: Outage): string | undefined {
  if (!failedRuns) return undefined;
  const filters = { status: 'failed', reason: failedRuns.reasons.join(','), integration: integration._id };
  const range = { from: failedRuns.after, to: failedRuns.before };
  return `${base}/activity?${new URLSearchParams({ ...filters, ...range, dialog: 'retry' })}`;
}
