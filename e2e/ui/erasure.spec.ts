import { readFile } from 'node:fs/promises';
import { database } from '#e2e/database.ts';
import { readZip } from '#testing/read-zip.ts';
import { expect, test } from './fixtures.ts';
import { createRun, createSubscriber } from './story.ts';

test.describe('an admin', () => {
  test.use({ role: 'admin' });

  test('exports everything of a subscriber, and erases the subscriber after typing the ID', async ({
    page,
    tenant,
    visit,
  }) => {
    const person = await createSubscriber(tenant);
    await createRun(tenant, { person, steps: [] });
    await visit('/subscribers/user_jane');
    const actions = page.getByRole('button', { name: 'Actions for Jane Cooper' });
    await actions.click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export everything' }).click();
    const files = await readZip(await readFile((await (await download).path()) ?? ''));
    expect(JSON.parse(files.get('manifest.json') ?? '')).toMatchObject({ records: { 'runs.json': 1 } });

    await actions.click();
    await page.getByRole('menuitem', { name: 'Erase…' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Erase Jane Cooper?' });
    const erase = dialog.getByRole('button', { name: 'Erase subscriber' });
    await expect(erase).toBeDisabled();
    await dialog.getByLabel('Type “user_jane” to confirm').fill('user_jane');
    await erase.click();
    await expect(page).toHaveURL('/development/subscribers');
    await expect(page.getByText('The subscriber was deleted')).toBeVisible();
    const left = async () => {
      const text = 'SELECT id FROM notifications WHERE environment_id = $1';
      return (await database().query(text, [tenant.environmentId])).rowCount;
    };
    await expect.poll(left).toBe(0);
  });
});

test.describe('support', () => {
  test.use({ role: 'support' });

  test('sees who may export and erase', async ({ page, tenant, visit }) => {
    await createSubscriber(tenant);
    await visit('/subscribers/user_jane');
    await page.getByRole('button', { name: 'Actions for Jane Cooper' }).click();
    for (const name of ['Export everything', 'Erase…']) {
      const item = page.getByRole('menuitem', { name });
      await expect(item).toBeDisabled();
      await expect(item).toHaveAccessibleDescription(/^Only owners and admins may export and erase/);
    }
  });
});
