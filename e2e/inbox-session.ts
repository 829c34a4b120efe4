import { newId } from '#lib/id.ts';
import { inboxTokenHash, newInboxToken } from '#lib/inbox-sessions/token.ts';
import { database, insertRow } from './database.ts';
import { type CallApi, caller } from './fixtures.ts';
import { createInbox } from './inbox.ts';
import type { Tenant } from './tenant.ts';

export interface Reader {
  token: string;
  sessionId: string;
  /** Calls with the token of the session. */
  call: CallApi;
}

/** Creates an inbox session of a subscriber (by its database ID), directly in the database. */
export async function createReader(
  { environmentId }: Pick<Tenant, 'environmentId'>,
  subscriberId: string,
  columns: Record<string, unknown> = {},
): Promise<Reader> {
  const at = new Date();
  const sessionId = newId(at);
  const token = newInboxToken({ environmentId, sessionId });
  await insertRow('inbox_sessions', {
    ...{ environment_id: environmentId, id: sessionId, subscriber_id: subscriberId, token_hash: inboxTokenHash(token) },
    ...{ created_at: at, expires_at: new Date(at.getTime() + 3_600_000) },
    ...columns,
  });
  return { token, sessionId, call: caller(`Bearer ${token}`) };
}

/** Creates subscriber s0 with two in-app messages and a subscription to the topic, and an inbox session of it. */
export async function createOwnInbox(
  tenant: Tenant,
  topicKey: string,
): Promise<{ reader: Reader; ids: string[]; identifier: string }> {
  const ids = await createInbox(tenant, 2);
  const { rows } = await database().query(
    `SELECT id FROM subscribers WHERE environment_id = $1 AND subscriber_id = 's0'`,
    [tenant.environmentId],
  );
  const reader = await createReader(tenant, rows[0].id);
  const subscribed = await reader.call('POST', `/v1/inbox/topics/${topicKey}/subscriptions`, { body: {} });
  if (subscribed.status !== 201) throw new Error(subscribed.text);
  return { reader, ids, identifier: `tk_${topicKey}:si_s0` };
}
