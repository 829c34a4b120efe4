import { documentedCommands, hasCurl, runCommand } from '#e2e/documented-commands.ts';
import { bodyRows, expect, fact, openRow, table, test } from './fixtures.ts';

test('Activity shows the README’s first delivery, with a reason for each step', async ({ page, tenant, visit }) => {
  test.skip(!hasCurl, 'The README’s commands need curl.');
  const commands = documentedCommands('README.md', 'First delivery');
  expect(commands).toHaveLength(3);
  for (const command of commands) await runCommand(command, tenant.apiKey);
  await visit('/activity');
  await expect(bodyRows(table(page, 'Runs'))).toHaveCount(1);
  await openRow(table(page, 'Runs'), { Recipient: 'Jane Cooper' });
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await expect(run.getByRole('heading', { level: 2 })).toContainText(
    'SMS skipped: no phone number; email sent (sandbox).',
  );
  const email = run.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Greet/ }) });
  await expect(email).toContainText('Sent (sandbox)');
  const sms = run.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Text/ }) });
  await expect(sms.getByRole('heading')).toContainText('Skipped');
  await expect(fact(run, 'Recipient')).toContainText('No phone number');
  await expect(run.getByRole('button', { name: 'Add the phone number' })).toBeVisible();
});
