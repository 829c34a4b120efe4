import { createSubscribers } from '#e2e/rows.ts';
import { expect, expectRowVisible, table, test } from './fixtures.ts';

test('the payload contract of a workflow names missing, unused and changed variables', async ({
  page,
  tenant,
  member,
  visit,
}) => {
  await createSubscribers(tenant, 1);
  const controlValues = { body: 'Hi {{ payload.name }}, {{ payload.total }}' };
  const steps = [{ name: 'Text', type: 'sms', controlValues }];
  const made = { name: 'Order shipped', workflowId: 'order-shipped', active: true, steps };
  expect((await member.call('POST', '/v2/workflows', { body: made })).status).toBe(201);
  for (const payload of [{ name: 'Jane', total: 5, pin: 'secret-4919' }, { total: '5' }]) {
    const body = { name: 'order-shipped', to: 's0', payload };
    expect((await member.call('POST', '/v1/events/trigger', { body })).status).toBe(201);
  }
  await visit('/workflows/order-shipped');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Payload contract' }).click();
  await expect(page).toHaveURL('/development/workflows/order-shipped/payload');
  await expect(page.getByText(/From all 2 triggers/)).toBeVisible();
  const list = table(page, 'Variables');
  await expectRowVisible(list, { Variable: /name.*Missing in 1 trigger/, 'Sent in': '1 of 2' });
  await expectRowVisible(list, { Variable: 'total', Type: 'number, string', 'Sent in': '2 of 2' });
  await expectRowVisible(list, { Variable: /pin.*Not used by a step/, 'Sent in': '1 of 2' });
  await expect(page.getByText('secret-4919')).toBeHidden();
  await page.getByRole('button', { name: /^Not used/ }).click();
  await expect(list.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/show=/);
  await page.reload();
  await expect(list.getByRole('row')).toHaveCount(2);
});
