import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { documentedCommands, documentedScript, hasCurl, runCommand } from '#e2e/documented-commands.ts';
import { bodyRows, expect, openRow, serviceUrl, table, test } from './fixtures.ts';

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
  await expect(sms).toContainText('No phone number');
  await expect(run.getByRole('button', { name: 'Add the phone number' })).toBeVisible();
});

test('the README’s commands write a page whose bell rings', async ({ browser, tenant }) => {
  test.skip(!hasCurl, 'The README’s commands need curl.');
  const started = Date.now();
  const folder = await mkdtemp(join(tmpdir(), 'bell-'));
  const context = await browser.newContext();
  try {
    const script = documentedScript('README.md', 'A bell in your page').replaceAll('http://127.0.0.1:3000', serviceUrl);
    const run = (text: string) =>
      promisify(execFile)('sh', ['-ec', text], { cwd: folder, env: { ...process.env, KEY: tenant.apiKey } });
    await run(script);
    const page = await context.newPage();
    await page.goto(pathToFileURL(join(folder, 'bell.html')).href);
    await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
    const again = script.trimEnd().split('\n').at(-1) ?? '';
    await run(script.split('\n').slice(0, 2).concat(again).join('\n'));
    await page.getByRole('button', { name: 'Notifications, 2 unread' }).click();
    await expect(page.getByRole('listitem').first()).toContainText('Your order is on its way');
    // Together with a first `npm start`, the steps then take less than two minutes.
    expect(Date.now() - started).toBeLessThan(60_000);
  } finally {
    await context.close();
    await rm(folder, { recursive: true });
  }
});
