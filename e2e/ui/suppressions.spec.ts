import { database } from '#e2e/database.ts';
import type { Tenant } from '#e2e/tenant.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { expect, expectRowVisible, goByKey, table, test } from './fixtures.ts';
import { createRun, createSubscriber, minutesAgo } from './story.ts';

const WORDS = '550 5.1.1 The email account does not exist';

/** Jane’s address bounced, and her last email was skipped. */
async function bounced(tenant: Tenant): Promise<void> {
  const jane = await createSubscriber(tenant);
  const since = minutesAgo(60);
  await database().query(
    `INSERT INTO suppressions (environment_id, channel, address, event, created_at, words)
     VALUES ($1, 'email', 'jane@shop.example', 'bounced', $2, $3)`,
    [tenant.environmentId, since, WORDS],
  );
  const reason = reasonFor('suppressed', {
    address: 'j•••@shop.example',
    event: 'bounced',
    since: since.toISOString(),
  });
  const details = [{ status: 'Warning', detail: 'Suppressed', reason }] as const;
  const step = { type: 'email', name: 'Mail', status: 'skipped', details: [...details] };
  await createRun(tenant, { person: jane, at: minutesAgo(5), steps: [step] });
}

async function listed({ environmentId }: Tenant): Promise<string[]> {
  const { rows } = await database().query('SELECT address FROM suppressions WHERE environment_id = $1 ORDER BY 1', [
    environmentId,
  ]);
  return rows.map(({ address }) => address);
}

test('addresses are added, imported, searched and filtered', async ({ page, tenant, visit }) => {
  await visit('/activity');
  await goByKey(page, 'b');
  await expect(page.getByText('when a message to it hard bounces')).toBeVisible();
  await page.getByRole('button', { name: 'Add address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an address' });
  await dialog.getByLabel('Email address or phone number').fill('jane@nowhere');
  await dialog.getByRole('button', { name: 'Add address' }).click();
  await expect(dialog.getByText('Must be an email address, or a phone number')).toBeVisible();
  await dialog.getByLabel('Email address or phone number').fill('Jane@Example.com');
  await dialog.getByLabel('Note (optional)').fill('By phone');
  await dialog.getByRole('button', { name: 'Add address' }).click();
  const list = table(page, 'Suppressed addresses');
  await expectRowVisible(list, { Address: /jane@example\.com/, Cause: 'Added manually' });

  await page.getByRole('button', { name: 'Import' }).click();
  const file = page.getByRole('dialog', { name: 'Import suppressed addresses' });
  const text = 'address,cause\nbob@example.com,bounced\njane@example.com,\nmax@nowhere,\n,\nx@y.example,dead\n';
  const csv = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await file.getByLabel('Choose a CSV file').setInputFiles(csv);
  await expect(file.getByRole('status')).toHaveText(/1 to add\s*1 listed already/);
  await expect(file.getByRole('list', { name: 'Rows left out' })).toHaveText(/Line 4.*Line 6/);
  expect(await listed(tenant), 'a check saves nothing').toEqual(['jane@example.com']);
  await file.getByRole('button', { name: 'Suppress 1 address' }).click();
  await expect(file.getByRole('status')).toHaveText(/1 added\s*1 listed already/);
  await file.getByRole('button').filter({ hasText: 'Close' }).click();
  expect(await listed(tenant)).toEqual(['bob@example.com', 'jane@example.com']);

  await page.getByRole('button', { name: 'Cause' }).click();
  await page.getByRole('checkbox', { name: 'Hard bounce' }).check();
  await page.keyboard.press('Escape');
  const removals = list.getByRole('button', { name: /^Remove/ });
  await expect(removals).toHaveCount(1);
  await expect(removals).toHaveAccessibleName('Remove bob@example.com');
  await page.getByRole('searchbox', { name: 'Search suppressed addresses' }).fill('@example.org');
  await expect(page.getByText('No suppressed address matches')).toBeVisible();
});

test.describe('for support', () => {
  test.use({ role: 'support' });

  test('Explain and the profile lead to the removal, which says what happens next', async ({ page, tenant, visit }) => {
    await bounced(tenant);
    await visit('/explain?subscriber=user_jane&channel=email');
    await page.getByRole('link', { name: 'Remove from the suppression list' }).click();
    const list = table(page, 'Suppressed addresses');
    await expectRowVisible(list, { Address: /jane/, Cause: 'Hard bounce' });
    await expect(page.getByRole('button', { name: 'Add address' })).toHaveAttribute('aria-disabled', 'true');

    await visit('/subscribers/user_jane');
    const notice = page.getByRole('list', { name: 'Suppressed addresses' });
    await expect(notice).toContainText('It bounced');
    await notice.getByRole('button', { name: /^Remove/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Remove jane/ });
    await expect(dialog).toContainText(WORDS);
    await expect(dialog.getByRole('status')).toHaveText(/The next email to .* is sent\. 1 message was skipped since/);
    await dialog.getByRole('button', { name: 'Remove address' }).click();
    await expect(dialog.getByText('Say why, for the audit log')).toBeVisible();
    await dialog.getByLabel('Reason').fill('Her mailbox works again');
    await dialog.getByRole('button', { name: 'Remove address' }).click();
    await expect(page.getByText('was removed from the suppression list')).toBeVisible();
    expect(await listed(tenant)).toEqual([]);
    await expect(dialog).toBeHidden();
    await expect(notice).toBeHidden();
  });
});
