import { type CallApi, expect, parsed, test } from '#e2e/fixtures.ts';
import { createSnapshot, insertRows, messageRow, notificationRow, subscriberRow } from '#e2e/history-rows.ts';
import type { Tenant } from '#e2e/tenant.ts';
import { Explanation } from '#lib/explain/schema.ts';
import { MessagePage } from '#lib/messages/schema.ts';
import { SubscriberPage } from '#lib/subscribers/schema.ts';

const LOCAL = '6b07c1f2a3b4c5d6e7f80912';
const ID = `${LOCAL}@ux.example`;

const explanationOf = async (call: CallApi, subscriber: string) =>
  parsed(Explanation, await call('GET', `/v1/explain?${new URLSearchParams({ subscriber })}`));
const messageIds = async (call: CallApi, query: Record<string, string>) =>
  parsed(MessagePage, await call('GET', `/v1/messages?${new URLSearchParams(query)}`)).data.map(({ _id }) => _id);

/** Creates a run with one message whose provider ID is `provided`. */
async function sent(tenant: Tenant, provided: string) {
  const at = new Date(Date.now() - 60_000);
  const jane = subscriberRow(tenant, 'user_jane', 'jane@example.com');
  const template = { name: 'Receipt', triggers: [{ identifier: 'receipt' }] };
  const run = notificationRow(tenant, at, {
    subscriber_id: jane.id,
    snapshot_id: await createSnapshot(tenant, { template }),
    transaction_id: 'txn_20261126_order',
  });
  const message = messageRow(tenant, at, {
    subscriber_id: jane.id,
    notification_id: run.id,
    transaction_id: 'txn_20261126_order',
    provider_message_id: provided,
  });
  await insertRows('subscribers', [jane]);
  await insertRows('notifications', [run]);
  await insertRows('messages', [message]);
  return { run, message };
}

/** IDs as mail programs, logs and vendors write them. */
const COPIED = [
  ID,
  `<${ID}>`,
  `  <${ID}>  `,
  `Message-ID: <${ID}>`,
  `Message-Id:${ID}`,
  `"${ID}"`,
  `"messageId": "<${ID}>",`,
];

for (const provided of [ID, `<${ID}>`, LOCAL]) {
  test(`a Message-ID copied from an email finds the message with the provider’s ID ${provided}`, async ({
    call,
    tenant,
  }) => {
    const { run, message } = await sent(tenant, provided);
    for (const text of COPIED) {
      expect(await messageIds(call, { messageId: text }), `messageId=${text}`).toEqual([message.id]);
      expect(await messageIds(call, { q: text }), `q=${text}`).toEqual([message.id]);
      expect((await explanationOf(call, text)).decisive.run?._id, `explain ${text}`).toBe(run.id);
    }
    const other = `Message-ID: <0${ID}>`;
    expect(await messageIds(call, { messageId: other })).toEqual([]);
    expect(await messageIds(call, { q: other })).toEqual([]);
    expect((await explanationOf(call, other)).code).toBe('subscriber_unknown');
  });
}

test('copied IDs of people, transactions and records are found', async ({ call, tenant }) => {
  const { run, message } = await sent(tenant, ID);
  for (const text of ['"user_jane"', '<jane@example.com>', 'Jane <jane@example.com>', '“jane@example.com”,'])
    expect((await explanationOf(call, text)).subscriber?.subscriberId, text).toBe('user_jane');
  for (const text of [
    '"transactionId": "txn_20261126_order",',
    "'txn_20261126_order'",
    `"${run.id}"`,
    message.id.toUpperCase(),
  ])
    expect((await explanationOf(call, text)).decisive.run?._id, text).toBe(run.id);
  for (const q of ['<jane@example.com>', '"user_jane"', '"jane"']) {
    const page = parsed(SubscriberPage, await call('GET', `/v2/subscribers?${new URLSearchParams({ q })}`));
    expect(
      page.data.map(({ subscriberId }) => subscriberId),
      q,
    ).toEqual(['user_jane']);
  }
});
