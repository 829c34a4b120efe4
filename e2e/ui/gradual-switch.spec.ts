import { database } from '#e2e/database.ts';
import { insertRows } from '#e2e/history-rows.ts';
import { bodyRows, expect, question, table, test } from './fixtures.ts';
import { card } from './integration-cards.ts';
import { createMailIntegration } from './story.ts';

test('a gradual switch is started, raised and returned in the sheet, and marked in the list', async ({
  page,
  tenant,
  visit,
}) => {
  await createMailIntegration(tenant, { primary: true, priority: 1 });
  await createMailIntegration(tenant, { name: 'SES new', provider_id: 'ses', priority: 2 });
  await visit('/integrations');
  await card(page, 'SES new').getByRole('button', { name: 'SES new', exact: true }).click();
  await page.getByRole('button', { name: 'Switch gradually' }).click();
  await expect(question(page).getByRole('listitem').first()).toContainText('5% of the subscribers');
  await question(page).getByRole('button', { name: 'Start with 5%' }).click();
  const panel = page.getByRole('region', { name: 'Gradual switch' });
  await expect(panel).toContainText('5% of the subscribers get their messages through SES new');
  await panel.getByRole('button', { name: 'Raise to 25%' }).click();
  await expect(panel).toContainText('25% of the subscribers get their messages through SES new');
  await expect(panel.getByRole('button', { name: 'Raise to 25%' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(card(page, 'SES new').getByText('Gets 25%')).toBeVisible();
  await expect(card(page, 'SendGrid EU').getByText('Keeps 75%')).toBeVisible();

  await card(page, 'SendGrid EU').getByRole('button', { name: 'SendGrid EU', exact: true }).click();
  await panel.getByRole('button', { name: 'Return to SendGrid EU' }).click();
  await expect(page.getByText('All messages go through SendGrid EU again')).toBeVisible();
  await expect(panel).toContainText('Returned to SendGrid EU manually');
  await visit('/settings/audit-log');
  await expect(
    bodyRows(table(page, 'Audit log')).filter({ hasText: 'started to switch gradually to SES new for email: 5%' }),
  ).toHaveCount(1);
});

test('finishing makes the new integration primary', async ({ page, tenant, visit, call }) => {
  await createMailIntegration(tenant, { primary: true, priority: 1 });
  const next = await createMailIntegration(tenant, { name: 'SES new', provider_id: 'ses', priority: 2 });
  await call('PUT', `/v1/integrations/${next}/gradual-switch`, { body: { share: 25 } });
  await visit(`/integrations?open=${next}`);
  const panel = page.getByRole('region', { name: 'Gradual switch' });
  await panel.getByRole('button', { name: 'Finish: SES new becomes primary' }).click();
  await expect(panel).toContainText('Ended');
  await page.keyboard.press('Escape');
  await expect(card(page, 'SES new').getByText('Primary', { exact: true })).toBeVisible();
});

test('after an automatic return, both sides and the reason are shown', async ({ page, tenant, visit }) => {
  const former = await createMailIntegration(tenant, { primary: true, priority: 1 });
  const next = await createMailIntegration(tenant, { name: 'SES new', provider_id: 'ses', priority: 2 });
  const { environmentId } = tenant;
  const minutesAgo = (minutes: number) => new Date(Math.floor(Date.now() / 60_000 - minutes) * 60_000);
  const why = 'Attempts that failed at SES new: 12 of 40 (30%); SendGrid EU: 1 of 951 (0.1%)';
  await database().query(`INSERT INTO gradual_switches VALUES ($1, 'email', $2, $3, 5, 5, 20, $4, $5, 'worse', $6)`, [
    environmentId,
    next,
    former,
    minutesAgo(30),
    minutesAgo(5),
    why,
  ]);
  const stat = (integrationId: string, sent: number, failed: number, minute = minutesAgo(20)) => ({
    ...{ environment_id: environmentId, integration_id: integrationId, minute },
    ...{ sent, failed, retried: 0 },
  });
  await insertRows('integration_stats', [
    stat(former, 950, 1),
    stat(next, 28, 12),
    stat(next, 500, 500, minutesAgo(31)),
    stat(next, 500, 500, minutesAgo(4)),
  ]);
  await visit(`/integrations?open=${next}`);
  const panel = page.getByRole('region', { name: 'Gradual switch' });
  await expect(panel).toContainText('Returned to SendGrid EU automatically');
  await expect(panel).toContainText(why);
  await expect(panel.getByRole('row', { name: /^Accepted/ }).getByRole('cell')).toHaveText(['950', '28']);
  await expect(panel.getByRole('row', { name: /^Failed attempts/ }).getByRole('cell')).toHaveText([
    '1 (0.1%)',
    '12 (30%)',
  ]);
  await expect(panel.getByRole('button')).toHaveCount(0);
});
