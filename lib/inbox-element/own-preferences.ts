import type { OwnPreference } from '#lib/preferences/schema.ts';
import type { InboxClient } from './inbox-client.ts';

/** Returns the preferences, the global one first. @throws InboxFailure */
export async function readPreferences(client: InboxClient): Promise<OwnPreference[]> {
  return (await client.call<{ data: OwnPreference[] }>('GET', '/preferences?criticality=all')).data;
}

/** Changes the preference of a workflow. Without a workflow, changes the global preference. @throws InboxFailure */
export async function setPreference(
  client: InboxClient,
  workflowId: string | undefined,
  body: object,
): Promise<OwnPreference> {
  const path = workflowId === undefined ? '/preferences' : `/preferences/${encodeURIComponent(workflowId)}`;
  return (await client.call<{ data: OwnPreference }>('PATCH', path, body)).data;
}
