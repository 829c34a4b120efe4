import type { Page } from '@playwright/test';
import { reasonFor } from '#lib/reasons/registry.ts';
import { expect, expectInAddress, openRow, phone, table, test } from './fixtures.ts';
import { countInteractions } from './interactions.ts';
import {
  createBouncedRun,
  createMessage,
  createOrderWorkflow,
  createRun,
  createSentRun,
  createSkippedRun,
  createSubscriber,
  playDryRun,
} from './story.ts';

async function askPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search' });
  await search.getByRole('combobox').fill('why cooper jane');
  // Enter opens the selected option, and a new option is selected a moment later.
  await expect(search.getByRole('option', { selected: true })).toHaveText(/Why didn’t Jane Cooper get it/);
  await page.keyboard.press('Enter');
}

const explain = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Explain' }).click();

test.describe('support', () => {
  test.use({ role: 'support' });

  test('finds out in two interactions at most, from anywhere, why Jane got no email', async ({
    page,
    tenant,
    visit,
  }) => {
    const jane = await createSubscriber(tenant);
    const { id, transactionId } = await createBouncedRun(tenant, jane);
    const message = { notification_id: id, transaction_id: transactionId, subject: 'Receipt A-1042' };
    await createMessage(tenant, jane, { ...message, status: 'error', error_text: 'Message bounced' });
    const interactions = await countInteractions(page);
    const ways: [from: string, shows: string, most: number, ask: () => Promise<void>][] = [
      ['/activity', 'Jane Cooper', 1, () => openRow(table(page, 'Runs'), { Recipient: 'Jane Cooper' })],
      [`/activity?run=${id}`, 'Copy for ticket', 1, () => explain(page)],
      ['/subscribers/user_jane', 'jane@shop.example', 1, () => explain(page)],
      [
        '/messages',
        'Receipt A-1042',
        2,
        async () => {
          await page.getByRole('link', { name: 'Receipt A-1042' }).click();
          await explain(page);
        },
      ],
      ['/workflows', 'No workflow', 2, () => askPalette(page)],
      ['/settings/members', 'Test Person', 2, () => askPalette(page)],
      [
        '/explain',
        'Why didn’t a subscriber get a message?',
        1,
        async () => {
          await page.getByRole('combobox', { name: 'Subscriber, transaction, run or message' }).fill('cooper jane');
          // While the search runs, the list shows the previous matches.
          await expect(page.getByRole('listbox')).not.toHaveAttribute('aria-busy');
          await page.getByRole('option', { name: /Jane Cooper/ }).click();
        },
      ],
    ];
    for (const [from, shows, most, ask] of ways) {
      await visit(from);
      await expect(page.getByRole('main').getByText(shows).and(page.locator(':visible')).first()).toBeVisible();
      await ask();
      await expect(page.getByRole('heading', { name: /^Email failed: SendGrid said / })).toBeVisible();
      expect(await interactions(), from).toBeLessThanOrEqual(most);
    }
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Activity', exact: true })).toBeVisible();
    await askPalette(page);
    await expect(page.getByRole('heading', { name: /^Email failed: / })).toBeVisible();
    expect(await interactions(), 'home').toBeLessThanOrEqual(2);
  });

  test('finds the other copy of an email that arrived twice in two interactions', async ({ page, tenant, visit }) => {
    const jane = await createSubscriber(tenant);
    const create = async () => {
      const { id, transactionId, jobIds, stepIds } = await createSentRun(tenant, jane);
      const of = { notification_id: id, transaction_id: transactionId, job_id: jobIds[0] };
      return {
        id,
        transactionId,
        message: await createMessage(tenant, jane, { ...of, message_template_id: stepIds[0] }),
      };
    };
    const [first, second] = [await create(), await create()];
    const interactions = await countInteractions(page);
    await visit(`/activity?run=${first.id}`);
    await explain(page);
    await expect(page.getByRole('heading', { name: /^2 equal emails within .+, from 2 triggers\.$/ })).toBeVisible();
    const copies = page.getByRole('list', { name: 'Other copies' });
    await expect(copies).toContainText(`by another trigger: transaction ${second.transactionId}`);
    await expect(page.getByRole('region', { name: 'What to do' })).toContainText('transactionId');
    await copies.getByRole('link').first().click();
    await expect(page).toHaveURL(new RegExp(`/messages/${second.message}`));
    expect(await interactions()).toBeLessThanOrEqual(2);
    await expect(page.getByRole('link', { name: /^2 equal emails within/ })).toBeVisible();
    await visit('/subscribers/user_jane?tab=messages');
    await expect(page.getByText('1 of 2 equal').filter({ visible: true })).toHaveCount(2);
  });

  test('answers why a message came twice, although a newer one did not', async ({ page, tenant, visit }) => {
    const jane = await createSubscriber(tenant);
    for (const subject of ['Receipt', 'Receipt', 'News']) {
      const { id, transactionId, jobIds, stepIds } = await createSentRun(tenant, jane);
      const of = { notification_id: id, transaction_id: transactionId, job_id: jobIds[0], subject };
      await createMessage(tenant, jane, { ...of, message_template_id: stepIds[0] });
    }
    const interactions = await countInteractions(page);
    const twice = page.getByRole('heading', { name: /^2 equal emails within .+, from 2 triggers\.$/ });
    await visit('/activity');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('why did jane get it twice');
    await page.getByRole('option', { name: 'Why did Jane Cooper get it several times?' }).click();
    await expect(twice).toBeVisible();
    expect(await interactions()).toBeLessThanOrEqual(2);
    await visit('/explain?subscriber=user_jane');
    await expect(page.getByRole('heading', { name: 'Email sent.' })).toBeVisible();
    await page.getByRole('link', { name: /2 equal emails within/ }).click();
    await expect(twice).toBeVisible();
    await visit('/explain?subscriber=user_jane');
    await page.getByRole('button', { name: 'Got it twice' }).click();
    await expect(twice).toBeVisible();
  });

  test('says that no message came twice', async ({ page, tenant, visit }) => {
    await createSentRun(tenant, await createSubscriber(tenant));
    await visit('/explain?subscriber=user_jane');
    await expect(page.getByRole('heading', { name: 'Email sent.' })).toBeVisible();
    await page.getByRole('button', { name: 'Got it twice' }).click();
    await expect(page.getByRole('heading', { name: /^No equal messages: .*Jane Cooper twice/ })).toBeVisible();
  });

  test('uses the keyboard alone for question, evidence, run and back', async ({ page, tenant, visit }) => {
    const jane = await createSubscriber(tenant);
    const { id } = await createBouncedRun(tenant, jane);
    await visit('/workflows');
    await expect(page.getByRole('heading', { name: 'Workflows', exact: true })).toBeVisible();
    const first = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workflows' });
    await first.focus();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(first).toBeFocused();
    await askPalette(page);
    await expect(page.getByRole('heading', { name: /^Email failed: / })).toBeVisible();
    await expect(page.getByRole('heading', { name: /mailbox jane@shop\.example not found/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Evidence' })).toContainText('SendGrid');
    await expect(page.getByRole('region', { name: 'What to do' })).toBeVisible();
    await page.getByRole('link', { name: 'Open the run' }).focus();
    await page.keyboard.press('Enter');
    await expectInAddress(page, 'run', id);
    const run = page.getByRole('region', { name: 'Run', exact: true });
    await expect(run).toBeFocused();
    await expect(run.getByRole('tab', { name: 'Timeline' })).toBeVisible();
    await run.getByRole('tab', { name: 'Timeline' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(run.getByRole('tab', { name: 'Messages' })).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    // Until the tab Timeline is open, the panel shows Messages, which may have another Retry.
    await expect(run.getByRole('tabpanel', { name: 'Timeline' })).toBeVisible();
    const retry = run.getByRole('button', { name: 'Retry' });
    await retry.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: /^Retry/ }).getByLabel('Reason')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(retry).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(run).toBeHidden();
    await expect(page.locator(`[data-row="${id}"] [data-row-link]`)).toBeFocused();
  });

  test('sees the reason for each action that its role does not include', async ({ page, tenant, visit }) => {
    const jane = await createSubscriber(tenant);
    const delayed = reasonFor('delayed', { until: new Date(Date.now() + 3_600_000).toISOString() });
    const steps = [
      {
        type: 'delay',
        name: 'Wait',
        status: 'delayed',
        details: [{ status: 'Pending', detail: 'Waits', reason: delayed }],
      },
    ];
    const { id } = await createRun(tenant, { person: jane, steps });
    await createOrderWorkflow(tenant);
    const denied: [path: string, button: string, may: string][] = [
      [`/activity?run=${id}`, 'Cancel run', 'cancel runs in progress'],
      ['/subscribers/user_jane', 'Dry run', 'trigger workflows'],
      ['/subscribers/user_jane?tab=topics', 'Subscribe', 'change topics'],
      ['/workflows', 'New workflow', 'change workflows'],
    ];
    for (const [path, name, may] of denied) {
      await visit(path);
      const button = page.getByRole('button', { name, exact: true });
      await expect(button).toHaveAttribute('aria-disabled', 'true');
      await button.hover();
      await expect(page.getByRole('tooltip')).toHaveText(
        `Only owners, admins and developers may ${may}; your role is Support.`,
      );
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('api keys');
    await expect(page.getByRole('option', { name: /API keys/ }).first()).toContainText(
      'may see API keys; your role is Support',
    );
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/workflows$/);
  });

  test('chooses one of several people', async ({ page, tenant, visit }) => {
    const jane = await createSubscriber(tenant);
    await createSkippedRun(tenant, jane);
    await createSubscriber(tenant, { subscriber_id: 'user_janet', first_name: 'Janet', email: 'janet@shop.example' });
    await visit('/explain?subscriber=Jane');
    await page.getByRole('link', { name: /jane@shop\.example/ }).click();
    await expect(page.getByRole('heading', { name: /^Email skipped: switched off for this workflow/ })).toBeVisible();
    await page.getByRole('link', { name: 'Open this preference' }).click();
    await expect(page).toHaveURL(/\/subscribers\/user_jane\?tab=preferences&workflow=order-shipped/);
  });
});

test('sees recent runs without delivery, then recent searches, before a subscriber is named', async ({
  page,
  tenant,
  visit,
}) => {
  const jane = await createSubscriber(tenant);
  await createSentRun(tenant, jane);
  await createSkippedRun(tenant, jane);
  await visit('/explain');
  await expect(page.getByRole('button', { name: 'Last 30 days' })).toBeVisible();
  const recent = page.getByRole('region', { name: 'Recently not delivered' });
  await expect(recent.getByRole('link', { name: /Jane Cooper/ })).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Recent searches' })).toHaveCount(0);
  await recent.getByRole('link', { name: /Jane Cooper/ }).click();
  const answer = page.getByRole('heading', { name: /^Email skipped: switched off for this workflow/ });
  await expect(answer).toBeVisible();
  await expect(page.getByRole('link', { name: /Order shipped.*Email sent/ })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Explain' }).click();
  await page
    .getByRole('region', { name: 'Recent searches' })
    .getByRole('link', { name: /Jane Cooper/ })
    .click();
  await expectInAddress(page, 'subscriber', 'user_jane');
});

test('other subscribers with the same name are one click away', async ({ page, tenant, visit }) => {
  await createSentRun(tenant, await createSubscriber(tenant));
  await createSubscriber(tenant, { subscriber_id: 'user_jane2', email: 'jane2@shop.example' });
  await createSubscriber(tenant, { subscriber_id: 'user_mary', first_name: 'Mary', email: 'mary@shop.example' });
  await visit('/explain?subscriber=user_jane');
  await expect(page.getByRole('combobox', { name: /^Subscriber, transaction/ })).toHaveValue(
    'Jane Cooper (jane@shop.example)',
  );
  await expect(page.getByText('1 other Jane Cooper: jane2@shop.example')).toBeVisible();
  await page.getByRole('link', { name: 'jane2@shop.example' }).click();
  await expectInAddress(page, 'subscriber', 'user_jane2');
  await expect(page.getByText('1 other Jane Cooper: jane@shop.example')).toBeVisible();
});

test('typed text replaces the chosen subscriber, also when the name arrives later', async ({ page, tenant, visit }) => {
  const jane = await createSubscriber(tenant);
  const { id } = await createBouncedRun(tenant, jane);
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/v1/explain?*', async (route) => {
    await held;
    await route.continue();
  });
  await visit(`/explain?subscriber=${id}`);
  const field = page.getByRole('combobox', { name: 'Subscriber, transaction, run or message' });
  await field.focus();
  answer();
  await expect(field).toHaveValue(/^Jane Cooper, run on /);
  await page.keyboard.type('jane');
  await expect(field).toHaveValue('jane');
  await expect(page.getByRole('option', { name: /Jane Cooper/ })).toBeVisible();
});

test('evidence shows the used address next to the present one, and links to the message', async ({
  page,
  tenant,
  visit,
}) => {
  const jane = await createSubscriber(tenant, { email: 'jane@new.example' });
  const { id, transactionId, jobIds } = await createBouncedRun(tenant, jane);
  const run = { notification_id: id, transaction_id: transactionId, job_id: jobIds[1] };
  const message = await createMessage(tenant, jane, { ...run, email: 'jane@old.example', status: 'error' });
  await visit(`/explain?subscriber=${id}&channel=email`);
  const evidence = page.getByRole('region', { name: 'Evidence' });
  await expect(evidence).toContainText(/Address used\s*jane@old\.example/);
  await expect(evidence).toContainText(/Address now\s*jane@new\.example/);
  const decided = page.getByRole('region', { name: 'What decided it' });
  await expect(decided).toContainText('SendGrid');
  await decided.getByRole('link', { name: 'Open the message' }).click();
  await expect(page).toHaveURL(new RegExp(`/messages/${message}$`));
});

test('a waiting run shows its time, its step, and that no action is needed', async ({ page, tenant, visit }) => {
  const until = new Date(Date.now() + 10 * 3_600_000).toISOString();
  const at = new Date();
  const delayed = reasonFor('delayed', { until });
  const steps = [
    {
      type: 'delay',
      name: 'Wait',
      status: 'delayed',
      details: [{ status: 'Pending', detail: 'x', reason: delayed }],
    },
    { type: 'email', name: 'Send the receipt', status: 'pending' },
  ];
  const { id } = await createRun(tenant, { person: await createSubscriber(tenant), steps, at });
  await page.setViewportSize(phone);
  await visit(`/explain?subscriber=${id}&channel=email`);
  await expect(page.getByRole('heading', { name: /^Email waits until .+ \(step Wait, 10 h\)\.$/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'What to do' })).toContainText(
    'Nothing to do: the run continues automatically.',
  );
  await expect(page.getByRole('button', { name: 'Cancel run' })).toBeVisible();
});

test('a dry run from the subscriber shows each step with its rendering', async ({ page, tenant, visit }) => {
  await createSubscriber(tenant);
  await createOrderWorkflow(tenant);
  await visit('/subscribers/user_jane');
  const dialog = await playDryRun(page);
  await expect(dialog.getByRole('region', { name: 'Result' })).toContainText('Wait for the parcel');
});
