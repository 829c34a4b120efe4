import { expect, parsed, test } from '#e2e/fixtures.ts';
import { signedIn } from '#e2e/session.ts';
import { createTenant } from '#e2e/tenant.ts';
import { AuditPage } from '#lib/audit-log/schema.ts';

const PATH = '/v1/audit-log/export';

test('the audit log is exported as CSV by its filters, without formulas, and the export is recorded', async ({
  tenant,
}) => {
  const owner = await signedIn(tenant, 'owner');
  for (const name of ['=HYPERLINK("https://evil.example")', 'Shop'])
    expect((await owner.call('POST', '/v1/api-keys', { body: { name } })).status).toBe(201);
  const values = [{ _environmentId: tenant.environmentId, value: 'canary-secret' }];
  const variable = { key: 'TOKEN', isSecret: true, values };
  expect((await owner.call('POST', '/v1/environment-variables', { body: variable })).status).toBe(200);
  const all = await owner.call('GET', PATH);
  expect(all.status, all.text).toBe(200);
  expect(all.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(all.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/);
  expect(all.text).toContain('created the API key Shop');
  expect(all.text).toContain('created the environment variable TOKEN');
  expect(all.text).not.toContain('canary-secret');
  // The export adds a quotation mark before text that a spreadsheet would read as a formula.
  expect(all.text).not.toMatch(/(^|[,;"\r\n])=/);
  const keys = await owner.call('GET', `${PATH}?resourceType=api-keys&environmentId=${tenant.environmentId}`);
  expect(keys.text.trimEnd().split('\r\n')).toHaveLength(3);
  const elsewhere = await owner.call('GET', `${PATH}?resourceType=api-keys&environmentId=${tenant.productionId}`);
  expect(elsewhere.text.trimEnd().split('\r\n')).toHaveLength(1);
  const log = parsed(AuditPage, await owner.call('GET', '/v1/audit-log?action=audit-log.export'));
  expect(log.data.map(({ after }) => after)).toEqual([
    { format: 'csv', resourceType: 'api-keys', environmentId: tenant.productionId },
    { format: 'csv', resourceType: 'api-keys', environmentId: tenant.environmentId },
    { format: 'csv' },
  ]);
});

test('a role without the audit log cannot export it, and it contains no other organization', async ({
  tenant,
  call,
}) => {
  const support = await signedIn(tenant, 'support');
  expect((await support.call('GET', PATH)).status).toBe(403);
  expect((await call('GET', PATH)).status).toBe(401);
  const owner = await signedIn(tenant, 'owner');
  expect((await owner.call('POST', '/v1/api-keys', { body: { name: 'Canary key' } })).status).toBe(201);
  const other = await signedIn(await createTenant(), 'owner');
  expect((await other.call('GET', PATH)).text).not.toContain('Canary key');
  expect((await other.call('GET', `${PATH}?environmentId=${tenant.environmentId}`)).text).not.toContain('Canary key');
});
