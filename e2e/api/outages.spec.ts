import { assertError } from '#e2e/error-answer.ts';
import { expect, parsed, test } from '#e2e/fixtures.ts';
import { signedIn } from '#e2e/session.ts';
import { createOutage } from '#e2e/ui/outage-story.ts';
import { AuditPage } from '#lib/audit-log/schema.ts';
import { newId } from '#lib/id.ts';
import { IntegrationUsage } from '#lib/integrations/schema.ts';
import { Outage, OutageMessagePage } from '#lib/outages/schema.ts';

test('an outage is read with its counts, its messages by effect, and as a file', async ({ call, tenant }) => {
  const { integrationId, openedAt, closedAt } = await createOutage(tenant);
  const usage = parsed(IntegrationUsage, await call('GET', `/v1/integrations/${integrationId}/usage`));
  expect(usage.outages.map((each) => each.openedAt)).toEqual([openedAt.toISOString()]);
  const path = `/v1/integrations/${integrationId}/outages/${encodeURIComponent(openedAt.toISOString())}`;
  expect(parsed(Outage, await call('GET', path))).toMatchObject({
    integration: { _id: integrationId, name: 'SendGrid EU' },
    closedAt: closedAt.toISOString(),
    counts: { waiting: 0, late: 1, failed: 2, recovered: 1, several: 1, capped: false },
  });
  const list = async (query: string) => parsed(OutageMessagePage, await call('GET', `${path}/messages${query}`));
  const all = await list('?limit=100');
  expect(all.data.map(({ effect, subscriber }) => `${subscriber?.subscriberId} ${effect}`).sort()).toEqual([
    ...['user_ann recovered', 'user_jane late', 'user_joe failed', 'user_kim failed'],
  ]);
  expect([all.next, all.previous]).toEqual([null, null]);
  expect((await list('?effect=late&effect=failed')).data).toHaveLength(3);
  const several = await list('?several=true');
  expect(several.data).toMatchObject([{ subscriber: { subscriberId: 'user_jane' }, arrivals: 2 }]);
  const first = await list('?limit=2');
  const second = await list(`?limit=2&after=${first.next}`);
  expect([...first.data, ...second.data].map(({ _id }) => _id)).toEqual(all.data.map(({ _id }) => _id));

  const support = await signedIn(tenant, 'support');
  const file = await support.call('GET', `${path}/messages/export?effect=recovered`);
  expect(file.status).toBe(200);
  expect(file.headers.get('content-disposition')).toMatch(/filename="outage-.+-\d{4}-\d\d-\d\d-\d{4}\.csv"/);
  expect(file.text).toContain('recovered,,,user_ann,Ann,Cooper,ann@example.com,order-shipped,');
  const developer = await signedIn(tenant, 'developer');
  const { data } = parsed(AuditPage, await developer.call('GET', '/v1/audit-log?action=messages.export'));
  expect(data).toMatchObject([{ after: { integrationId, openedAt: openedAt.toISOString(), effect: ['recovered'] } }]);

  assertError(await call('GET', `${path}/messages?effect=lost`), 422, 'an unknown effect');
  assertError(await call('GET', `${path}/messages?after=${newId()}&before=${newId()}`), 400, 'two cursors');
  assertError(await call('GET', path.replace(integrationId, newId())), 404, 'another integration');
  for (const at of ['yesterday', '2026-13-45T99:99:99.999Z'])
    assertError(await call('GET', `/v1/integrations/${integrationId}/outages/${at}`), 422, `the time ${at}`);
});
