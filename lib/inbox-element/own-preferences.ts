import type { OwnPreference } from '#lib/preferences/schema.ts';
import type { InboxClient } from './inbox-client.ts';

/** The first one is the global preference. @throws InboxFailure */
export async function readPreferences(client: InboxClient): Promise<OwnPreference[]> {
  return (await client.call<{ data: OwnPreference[] }>('GET', '/preferences?criticality=all')).data;
}

/** Changes the global preference, or that of a workflow. @throws InboxFailure */
export async function setPreference(
  client: InboxClient,
  workflowId: string | undefined,
  body: object,
): Promise<OwnPreference> {
  const path = workflowId === undefined ? '/preferences' : `/preferences/${encodeURIComponent(workflowId)}`;
  return (await client.call<{ data: OwnPreference }>('PATCH', path, body)).data;
}
