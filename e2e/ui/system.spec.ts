import { database } from '#e2e/database.ts';
import { createIntegration } from '#e2e/rows.ts';
import { newId } from '#lib/id.ts';
import { bodyRows, expect, expectRowVisible, table, test } from './fixtures.ts';

test('the palette finds the page by related words, and the page shows red findings with a fix', async ({
  page,
  tenant,
  visit,
}) => {
  const { environmentId } = tenant;
  const integrationId = newId();
  await createIntegration(tenant, {
    ...{
      id: integrationId,
      name: 'SES Frankfurt',
      provider_id: 'ses',
      channel: 'email',
      identifier: 'ses',
      active: true,
      primary: true,
    },
  });
  // For the next 59 s, the page rounds this time to 7 minutes.
  await database().query(
    `INSERT INTO circuit_breakers (environment_id, integration_id, opened_at, probe_at, words)
     VALUES ($1, $2, now() - interval '6 minutes 31 seconds', now(), 'connect ECONNREFUSED')`,
    [environmentId, integrationId],
  );
  await visit('/activity');
  const search = page.getByRole('dialog', { name: 'Search' });
  for (const words of ['health', 'worker', 'queue', 'system']) {
    await page.keyboard.press('Control+k');
    await search.getByRole('combobox').fill(words);
    await expect(search.getByRole('option', { name: /^System/ })).toBeVisible();
    if (words !== 'system') await page.keyboard.press('Escape');
  }
  await search.getByRole('option', { name: /^System/ }).click();
  await expect(page).toHaveURL('/settings/system');
  const problems = page.getByRole('region', { name: 'Problems' });
  await expect(problems).toContainText('The provider of SES Frankfurt in Development has been unreachable for 7 min');
  await expect(problems).toContainText('make another integration primary');
  await expectRowVisible(table(page, 'Open outages'), {
    'Integration or host': 'SES Frankfurt',
    Environment: 'Development',
  });
  await expectRowVisible(table(page, 'Workers'), { State: 'Running', Heartbeat: /just now$|ago$/ });
  await expectRowVisible(table(page, 'Queue'), { Lane: 'Normal' });
  const sizes = bodyRows(table(page, 'Largest tables'));
  await expect(sizes).toHaveCount(10);
  await expect(sizes.first()).toContainText(/\d (k|M|G)B/);
  await expect(page.getByRole('link', { name: 'System has problems' })).toBeVisible();
  await database().query('DELETE FROM circuit_breakers WHERE environment_id = $1', [environmentId]);
  await expect(problems).not.toContainText('SES Frankfurt');
  await expect(page.getByText('None. An outage begins after five attempts')).toBeVisible();
});

test.describe('for a developer', () => {
  test.use({ role: 'developer' });

  test('the menu entry and the page show who may see the system state', async ({ page, visit }) => {
    await visit('/activity');
    const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'System' });
    await expect(entry).toHaveAttribute('aria-disabled', 'true');
    await expect(entry).toHaveAccessibleDescription(/Only owners and admins may see the state of the system/);
  });
});
