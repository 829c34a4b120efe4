/** Pages of the dashboard that a fix leads to, relative to the environment's address. */
import { workflowAddress } from '#lib/workflows/address.ts';
import type { Places } from './definition.ts';

/** The workflow, or the list of all. */
export function workflowLink(_: unknown, { workflow }: Places): string {
  return workflow === undefined ? 'workflows' : relative(workflowAddress('', workflow));
}

/** The step in its workflow. */
export function stepLink(_: unknown, { workflow, step }: Places): string {
  return workflow === undefined ? 'workflows' : relative(workflowAddress('', workflow, { step }));
}

/** The run in the activity feed, or the feed. */
export function runLink(_: unknown, { run }: Places): string {
  return run === undefined ? 'activity' : `activity?run=${run}`;
}

/** The subscriber, or the list of all. */
export function subscriberLink(tab?: 'preferences' | 'channels' | 'topics') {
  return (_: unknown, { subscriber }: Places): string =>
    subscriber === undefined
      ? 'subscribers'
      : `subscribers/${encodeURIComponent(subscriber)}${tab === undefined ? '' : `?tab=${tab}`}`;
}

function relative(address: string): string {
  return address.slice(1);
}
