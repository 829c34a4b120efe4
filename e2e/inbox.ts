import { createSnapshot, insertRows, messageRow, notificationRow } from './history-rows.ts';
import { createSubscribers } from './rows.ts';
import type { Tenant } from './tenant.ts';

/** Creates subscriber s0 with `count` in-app messages, one minute apart. Returns the IDs of the messages, newest first. */
export async function createInbox(tenant: Tenant, count: number, columns: object = {}): Promise<string[]> {
  const [subscriber] = await createSubscribers(tenant, 1);
  const workflow = { severity: 'high', tags: ['orders'] };
  const snapshot = await createSnapshot(tenant, {
    ...workflow,
    template: { name: 'Order', origin: 'svc-cloud', triggers: [{ type: 'event', identifier: 'order', variables: [] }] },
  });
  const made = Array.from({ length: count }, (_, n) => {
    const at = new Date(Date.now() - (count - n) * 60_000);
    const shared = { subscriber_id: subscriber, transaction_id: `t${n}` };
    const run = notificationRow(tenant, at, { ...shared, snapshot_id: snapshot });
    const action = { label: 'Track', redirect: { url: 'https://example.com/track' } };
    const message = messageRow(tenant, at, {
      ...shared,
      ...workflow,
      notification_id: run.id,
      channel: 'in_app',
      subject: `Order ${n}`,
      content: 'It is on its way',
      inbox: { primaryAction: action, data: { order: n, shop: 'bristol' }, avatar: 'https://example.com/a.png' },
      ...columns,
    });
    return { run, message };
  });
  await insertRows(
    'notifications',
    made.map(({ run }) => run),
  );
  await insertRows(
    'messages',
    made.map(({ message }) => message),
  );
  return made.map(({ message }) => message.id).reverse();
}
