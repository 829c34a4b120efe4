import type { Topic } from '#lib/topics/schema.ts';

/** Returns the dashboard URL of a topic. `base` is the environment's (`/production`). */
export function topicAddress(base: string, key: string): string {
  return `${base}/topics/${encodeURIComponent(key)}`;
}

/** Returns the address of Activity with the runs that were sent to a topic, of one workflow if `workflowId` (its `_id`) is given. */
export function topicRunsAddress(base: string, key: string, workflowId?: string): string {
  const query = new URLSearchParams({ topic: key, ...(workflowId !== undefined && { workflow: workflowId }) });
  return `${base}/activity?${query}`;
}

/** Returns the name of a topic for people. */
export function topicName({ name, key }: Pick<Topic, 'name' | 'key'>): string {
  return name || key;
}
