import { expect, test } from './fixtures.ts';
import { createBouncedRun, createOrderWorkflow, createSkippedRun, createSubscriber } from './story.ts';

test.describe('support', () => {
  test.use({ role: 'support' });

  test('finds out in two interactions why Jane got no e-mail, and opens the run', async ({ page, tenant, visit }) => {
    const jane = await createSubscriber(tenant);
    const { id } = await createBouncedRun(tenant, jane);
    await visit('/workflows');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Explain' }).click();
    await page.getByRole('combobox', { name: 'Subscriber, transaction, run or message' }).fill('cooper jane');
    await page.getByRole('option', { name: /Jane Cooper/ }).click();
    await expect(page.getByRole('heading', { name: /^E-mail failed: / })).toBeVisible();
    await expect(page).toHaveURL(/subscriber=user_jane/);
    await page.getByRole('link', { name: 'Open the run' }).click();
    await expect(page).toHaveURL(new RegExp(`/activity\\?run=${id}`));
  });

  test('chooses among several people, and may not play dry runs', async ({ page, tenant, visit }) => {
    const jane = await createSubscriber(tenant);
    await createSkippedRun(tenant, jane);
    await createSubscriber(tenant, { subscriber_id: 'user_janet', first_name: 'Janet', email: 'janet@shop.example' });
    await visit('/explain?subscriber=Jane');
    await page.getByRole('link', { name: /jane@shop\.example/ }).click();
    await expect(page.getByRole('heading', { name: /switched e-mail off for this workflow/ })).toBeVisible();
    await page.getByRole('link', { name: 'Open the subscriber' }).click();
    await expect(page).toHaveURL(/\/subscribers\/user_jane\?tab=preferences/);
    await expect(page.getByRole('button', { name: 'Dry run' })).toHaveAttribute(
      'aria-description',
      /may trigger workflows; your role is Support/,
    );
  });
});

test('a dry run from the subscriber shows each step and what would be rendered', async ({ page, tenant, visit }) => {
  await createSubscriber(tenant);
  await createOrderWorkflow(tenant);
  await visit('/subscribers/user_jane');
  await page.getByRole('button', { name: 'Dry run' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dry run' });
  await dialog.getByRole('combobox', { name: 'Workflow' }).click();
  await page.getByRole('option', { name: 'Order shipped' }).click();
  await dialog.getByRole('button', { name: 'Play the dry run' }).click();
  const result = dialog.getByRole('region', { name: 'Result' });
  await expect(result.getByRole('listitem').first()).toBeVisible();
  await expect(result).toContainText('Wait for the parcel');
});
