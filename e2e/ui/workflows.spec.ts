import type { Page } from '@playwright/test';
import { insertRow } from '#e2e/database.ts';
import { type SessionUser, signedIn } from '#e2e/session.ts';
import { TEN_STEPS } from '#e2e/ten-steps.ts';
import type { Workflow } from '#lib/workflows/schema.ts';
import { author, receipt } from './authoring.ts';
import {
  bodyRows,
  expect,
  expectInAddress,
  expectRowVisible,
  filterBy,
  openRow,
  phone,
  question,
  signInWith,
  table,
  test,
} from './fixtures.ts';
import { createMailIntegration, createOrderWorkflow, createSentRun, createSubscriber, minutesAgo } from './story.ts';

test.use({ role: 'developer' });

const brokenSubject = {
  subject: [{ issueType: 'MISSING_VALUE', message: 'Subject is required', variableName: 'subject' }],
};

const broken = [
  { type: 'email', name: 'Send the receipt', control_issues: brokenSubject, control_values: { body: 'Hi' } },
];

/** Stores an order workflow under another name. */
async function authorNamed(member: SessionUser, name: string): Promise<Workflow> {
  return author(member, [receipt], { name, workflowId: name.toLowerCase() });
}

async function read(member: SessionUser, workflowId: string, environmentId?: string) {
  const headers: Record<string, string> = environmentId ? { 'environment-id': environmentId } : {};
  return member.call<Workflow>('GET', `/v2/workflows/${encodeURIComponent(workflowId)}`, { headers });
}

/** Chooses an action in the menu of a workflow's row. */
async function action(page: Page, workflow: string, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${workflow}`, exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

test.describe('the list', () => {
  test('shows the main facts of each workflow', async ({ page, tenant, visit }) => {
    await createMailIntegration(tenant, { primary: true });
    const order = { tags: ['orders', 'mail'], severity: 'high', last_triggered_at: minutesAgo(5) };
    const workflowId = await createOrderWorkflow(tenant, order);
    const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);
    const counted = { environment_id: tenant.environmentId, hour, workflow_id: workflowId };
    await insertRow('outcome_counts', { ...counted, outcome: 'sent', count: 1_200 });
    await insertRow('outcome_counts', { ...counted, outcome: 'failed', count: 4 });
    // Tags need a wide screen.
    await page.setViewportSize({ width: 1600, height: 900 });
    await createOrderWorkflow(tenant, { identifier: 'invoice', name: 'Invoice' }, broken);
    await createOrderWorkflow(tenant, { identifier: 'draft', name: 'Draft', active: false }, []);
    await visit('/workflows');
    const list = table(page, 'Workflows');
    const runs = { 'Runs in 7 days': '4 failed · 1,204' };
    const shown = { Status: 'Active', Steps: 'Delay', Tags: 'orders', Triggered: '5 min ago', ...runs };
    await expectRowVisible(list, { Workflow: /^Order shippedHigh severity/, ...shown });
    await expectRowVisible(list, { Workflow: /^Invoiceinvoice/, Status: 'Active1 issue', Steps: '1', Tags: '—' });
    await expectRowVisible(list, {
      Workflow: 'Draft',
      Status: 'Paused',
      Steps: 'No steps',
      Triggered: '—',
      'Runs in 7 days': '—',
    });
    await expect(page.getByRole('link', { name: /^Workflows/ })).toContainText('1 with issues');
  });

  test('has a badge in the menu with the colour of the worst issue and the counts', async ({ page, tenant, visit }) => {
    await createOrderWorkflow(tenant, { identifier: 'welcome', name: 'Welcome' }, [
      { type: 'sms', name: 'Text', control_values: { body: 'Hi' } },
    ]);
    await visit('/workflows');
    const badge = page.getByRole('link', { name: /^Workflows/ }).locator('[data-tip]');
    await expect(badge).toHaveText('1 with issues');
    await expect(badge).toHaveAttribute('data-tip', '1 workflow with issues: 1 with warnings only');
    await expect(badge).toHaveClass(/text-warn/);
    await createOrderWorkflow(tenant, { identifier: 'invoice', name: 'Invoice' }, broken);
    await page.reload();
    await expect(badge).toHaveText('2 with issues');
    await expect(badge).toHaveAttribute('data-tip', '2 workflows with issues: 1 with errors, 1 with warnings only');
    await expect(badge).toHaveClass(/text-bad/);
  });

  test('copies an identifier', async ({ page, context, tenant, visit }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await createOrderWorkflow(tenant);
    await visit('/workflows');
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await bodyRows(table(page, 'Workflows')).hover();
    await page.getByRole('button', { name: 'Copy identifier' }).click();
    await expect.poll(copied).toBe('order-shipped');
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await action(page, 'Order shipped', 'Copy identifier');
    await expect.poll(copied).toBe('order-shipped');
  });

  test('is searched, filtered and sorted, and the address keeps it', async ({ page, tenant, visit }) => {
    await createMailIntegration(tenant, { primary: true });
    await createOrderWorkflow(tenant, { identifier: 'b', name: 'Beta' });
    await createOrderWorkflow(tenant, { identifier: 'a', name: 'Alpha', active: false });
    await visit('/workflows');
    const list = table(page, 'Workflows');
    await list.getByRole('button', { name: 'Workflow', exact: true }).click();
    await expect(bodyRows(list)).toHaveText([/Alpha/, /Beta/]);
    await list.getByRole('button', { name: 'Workflow', exact: true }).click();
    await expect(bodyRows(list)).toHaveText([/Beta/, /Alpha/]);
    await expectInAddress(page, 'sort', 'name');
    await page.getByRole('searchbox', { name: 'Search workflows' }).fill('alp');
    await expect(bodyRows(list)).toHaveText([/Alpha/]);
    await expectInAddress(page, 'q', 'alp');
    await page.reload();
    await expect(bodyRows(list)).toHaveText([/Alpha/]);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await filterBy(page, 'Status', 'Active');
    await expect(bodyRows(list)).toHaveText([/Beta/]);
    await expectInAddress(page, 'status', 'ACTIVE');
  });

  test('is filtered by tag and by kind of issue', async ({ page, tenant, visit }) => {
    await createMailIntegration(tenant, { primary: true });
    await createOrderWorkflow(tenant, { identifier: 'a', name: 'Alpha', tags: ['orders'] });
    await createOrderWorkflow(tenant, { identifier: 'b', name: 'Beta', tags: ['orders', 'vip'] }, broken);
    await createOrderWorkflow(tenant, { identifier: 'c', name: 'Gamma' }, [{ type: 'sms' }]);
    await visit('/workflows?sort=name&order=ASC');
    const list = table(page, 'Workflows');
    await filterBy(page, 'Tag', 'orders (2)');
    await expect(bodyRows(list)).toHaveText([/Alpha/, /Beta/]);
    await expectInAddress(page, 'tag', 'orders');
    await page.reload();
    await expect(bodyRows(list)).toHaveText([/Alpha/, /Beta/]);
    await filterBy(page, 'Issue', 'Missing or wrong value');
    await expect(bodyRows(list)).toHaveText([/Beta/]);
    await expectInAddress(page, 'issue', 'MISSING_VALUE');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await filterBy(page, 'Issue', 'Missing integration');
    await expect(bodyRows(list)).toHaveText([/Gamma/]);
  });

  test('without a match names the filters, and without workflows explains them', async ({ page, visit }) => {
    await visit('/workflows?q=nothing&status=ERROR&tag=vip&issue=INVALID_URL');
    await expect(page.getByText('No workflow matches')).toBeVisible();
    const filters = 'name or identifier with “nothing”, status has issues, tag vip, issue invalid url.';
    await expect(page.getByText(`Filters in Development: ${filters}`)).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
    await expect(page.getByText('No workflows in Development yet')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'New workflow' }).last().click();
    const dialog = page.getByRole('dialog', { name: 'New workflow' });
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  });

  test('links to a workflow with any identifier', async ({ page, tenant, visit }) => {
    await createOrderWorkflow(tenant, { identifier: 'order/shipped? 100%#ü', name: 'Odd' });
    await visit('/workflows');
    await openRow(table(page, 'Workflows'), { Workflow: 'Odd' });
    await expect(page).toHaveURL('/development/workflows/order%2Fshipped%3F%20100%25%23%C3%BC');
    await expect(page.getByRole('heading', { name: 'Odd' }).first()).toBeVisible();
  });
});

test.describe('the issues of a step', () => {
  test('are shown at its icon by keyboard, and link to the control', async ({ page, tenant, visit }) => {
    await createMailIntegration(tenant, { primary: true });
    await createOrderWorkflow(tenant, {}, [{ type: 'delay', control_values: { amount: 1, unit: 'hours' } }, ...broken]);
    await visit('/workflows');
    const mark = page.getByRole('button', { name: 'Email, step 2: 1 issue' });
    await mark.focus();
    await page.keyboard.press('Enter');
    const popover = page.getByRole('dialog', { name: 'Issues of step 2' });
    await expect(popover).toContainText('Send the receipt');
    await expect(popover).toContainText('Subject is required');
    await page.keyboard.press('Escape');
    await expect(popover).toBeHidden();
    await expect(mark).toBeFocused();
    await page.keyboard.press('Enter');
    const issue = popover.getByRole('link', { name: /Subject is required/ });
    await expect(issue).toHaveAttribute('href', /step=email-1&control=subject$/);
    await issue.press('Enter');
    await expect(page).toHaveURL('/development/workflows/order-shipped?step=email-1&control=subject');
  });

  test('of integrations link to the integrations', async ({ page, tenant, visit }) => {
    await createOrderWorkflow(tenant, {}, [{ type: 'email' }]);
    await visit('/workflows');
    await page.getByRole('button', { name: 'Email, step 1: 1 issue' }).click();
    await page.getByRole('dialog', { name: 'Issues of step 1' }).getByText('Integration', { exact: true }).click();
    await expect(page).toHaveURL('/development/integrations');
  });
});

test.describe('from its row', () => {
  test('a workflow is paused after a confirmation, and activated', async ({ page, tenant, visit, member }) => {
    const { _id } = await author(member);
    const person = await createSubscriber(tenant);
    await createSentRun(tenant, person, { workflowId: _id });
    await createSentRun(tenant, person, { workflowId: _id });
    await visit('/workflows');
    const list = table(page, 'Workflows');
    await action(page, 'Order shipped', 'Pause…');
    await expect(question(page)).toContainText('When your code triggers order-shipped in Development, nothing is sent');
    await expect(question(page)).toContainText('Triggered 2 times in the last 7 days.');
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    expect((await read(member, 'order-shipped')).body.status).not.toBe('INACTIVE');
    await action(page, 'Order shipped', 'Pause…');
    await question(page).getByRole('button', { name: 'Pause workflow' }).click();
    await expectRowVisible(list, { Workflow: 'Order shipped', Status: 'Paused' });
    expect((await read(member, 'order-shipped')).body.status).toBe('INACTIVE');
    await action(page, 'Order shipped', 'Activate');
    await expectRowVisible(list, { Workflow: 'Order shipped', Status: 'Active' });
    expect((await read(member, 'order-shipped')).body.status).toBe('ACTIVE');
  });

  test('a workflow is duplicated under another name, paused', async ({ page, visit, member, expectError }) => {
    expectError(/status of 422/);
    await author(member);
    await visit('/workflows');
    await action(page, 'Order shipped', 'Duplicate…');
    const dialog = page.getByRole('dialog', { name: 'Duplicate Order shipped' });
    await expect(dialog.getByLabel('Identifier')).toHaveValue('order-shipped-copy');
    await dialog.getByLabel('Name').fill('Order delivered');
    await dialog.getByLabel('Identifier').fill('order-shipped');
    await dialog.getByRole('button', { name: 'Duplicate workflow' }).click();
    await expect(dialog.getByLabel('Identifier')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Identifier').fill('order-delivered');
    await dialog.getByRole('button', { name: 'Duplicate workflow' }).click();
    await expect(page).toHaveURL('/development/workflows/order-delivered');
    const { body } = await read(member, 'order-delivered');
    expect(body).toMatchObject({ name: 'Order delivered', status: 'INACTIVE' });
    expect(body.steps.map(({ name, stepId }) => [name, stepId])).toEqual([[receipt.name, receipt.stepId]]);
  });

  test('a workflow is deleted after a confirmation that names the effects', async ({ page, visit, member }) => {
    await author(member);
    await authorNamed(member, 'Invoice');
    await visit('/workflows');
    await action(page, 'Order shipped', 'Delete…');
    await expect(question(page)).toContainText('your code gets an error');
    await expect(question(page)).toContainText('Not triggered in the last 7 days.');
    await question(page).getByRole('button', { name: 'Delete workflow' }).click();
    await expect(bodyRows(table(page, 'Workflows'))).toHaveText([/Invoice/]);
    expect((await read(member, 'order-shipped')).status).toBe(404);
  });

  test('every action is reached by keyboard', async ({ page, visit, member }) => {
    await authorNamed(member, 'Alpha');
    await authorNamed(member, 'Beta');
    await visit('/workflows?sort=name&order=ASC');
    await expect(bodyRows(table(page, 'Workflows'))).toHaveCount(2);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('.');
    // The code of menus is loaded with the first menu, which handles keys once it has the focus.
    await expect(page.locator('[role=menu]:focus-within')).toBeVisible();
    await page.keyboard.type('du');
    await expect(page.getByRole('menuitem', { name: 'Duplicate…' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Duplicate Beta' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: /Beta/ }).focus();
    await page.keyboard.press('x');
    await expect(page.getByRole('checkbox', { name: 'Select Beta' })).toBeChecked();
    await expect(page.getByRole('region', { name: 'Selected workflows' })).toContainText('1 selected');
  });

  test('support sees why nothing can be changed', async ({ page, context, tenant }) => {
    await createOrderWorkflow(tenant);
    await signInWith(context, await signedIn(tenant, 'support'));
    await page.goto('/development/workflows');
    const reason = 'Only owners, admins and developers may change workflows; your role is Support.';
    const create = page.getByRole('button', { name: 'New workflow' });
    await expect(create).toHaveAttribute('aria-disabled', 'true');
    await expect(create).toHaveAttribute('aria-description', reason);
    await expect(page.getByRole('button', { name: 'Publish' })).toHaveAttribute('aria-description', reason);
    await page.getByRole('button', { name: 'Actions for Order shipped' }).click();
    await expect(page.getByRole('menu').getByText(reason)).toBeVisible();
    for (const name of ['Pause…', 'Duplicate…', 'Publish…', 'Delete…']) {
      await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
    }
    await page.getByRole('menuitem', { name: 'Pause…' }).focus();
    await page.keyboard.press('Enter');
    await expect(question(page)).toBeHidden();
    await expect(page.getByRole('menuitem', { name: 'Copy identifier' })).not.toHaveAttribute('aria-disabled', 'true');
  });

  test('the same actions exist on a phone', async ({ page, visit, member }) => {
    await page.setViewportSize(phone);
    await author(member, [{ name: 'Text', type: 'sms', controlValues: { body: 'Hi' } }]);
    await visit('/workflows');
    await page.getByRole('button', { name: 'SMS, step 1: 1 issue' }).click();
    await expect(page.getByRole('dialog', { name: 'Issues of step 1' })).toContainText('SMS');
    await page.keyboard.press('Escape');
    await action(page, 'Order shipped', 'Pause…');
    await question(page).getByRole('button', { name: 'Pause workflow' }).click();
    await expectRowVisible(table(page, 'Workflows'), { Status: 'Paused' });
  });
});

test('the palette opens a new workflow and the workflows with issues', async ({ page, visit, member }) => {
  await author(member);
  await author(member, [], { name: 'Empty', workflowId: 'empty' });
  await visit('/workflows');
  await expect(bodyRows(table(page, 'Workflows'))).toHaveCount(2);
  // The menu counts workflows with any issue, including missing integrations, like the list.
  await expect(page.getByRole('link', { name: /^Workflows/ })).toContainText('1 with issues');
  const search = page.getByRole('dialog', { name: 'Search' });
  await page.keyboard.press('Control+k');
  await search.getByRole('combobox').fill('with issues');
  await search.getByRole('option', { name: 'Workflows with issues' }).click();
  await expectInAddress(page, 'issue', 'any');
  await expect(bodyRows(table(page, 'Workflows'))).toHaveText([/Order shipped/]);
  await page.keyboard.press('Control+k');
  await search.getByRole('combobox').fill('new work');
  await search.getByRole('option', { name: 'New workflow' }).click();
  await expect(page.getByRole('dialog', { name: 'New workflow' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'New workflow' })).toBeHidden();
  await expectInAddress(page, 'new', null);
});

test('steps without room are counted, and the count is never cut', async ({ page, visit, call }) => {
  const body = { name: 'Ten', workflowId: 'ten', active: true, steps: TEN_STEPS };
  expect((await call('POST', '/v2/workflows', { body })).status).toBe(201);
  for (const width of [1440, 700, phone.width]) {
    await page.setViewportSize({ width, height: 900 });
    await visit('/workflows');
    const count = page.getByText(/^\+\d/).filter({ visible: true });
    await expect(count).toBeVisible();
    const [counter, cell] = [await count.boundingBox(), await count.locator('xpath=ancestor::td').boundingBox()];
    expect((counter?.x ?? 0) + (counter?.width ?? 0), `${width} px`).toBeLessThanOrEqual(
      (cell?.x ?? 0) + (cell?.width ?? 0),
    );
  }
});

test('selected workflows are paused, activated and deleted together', async ({ page, visit, member }) => {
  for (const name of ['Alpha', 'Beta', 'Gamma']) await authorNamed(member, name);
  await visit('/workflows?sort=name&order=ASC');
  const list = table(page, 'Workflows');
  const bar = page.getByRole('region', { name: 'Selected workflows' });
  await page.getByRole('checkbox', { name: 'Select Alpha' }).click();
  await page.getByRole('checkbox', { name: 'Select Gamma' }).click();
  await expect(bar).toContainText('2 selected');
  await expect(bar.getByRole('button', { name: 'Activate' })).toHaveAttribute('aria-disabled', 'true');
  await bar.getByRole('button', { name: 'Pause' }).click();
  await question(page).getByRole('button', { name: 'Pause 2 workflows' }).click();
  await expect(bodyRows(list)).toHaveText([/Alpha.*Paused/, /Beta.*Active/, /Gamma.*Paused/]);
  await expect(bar).toBeHidden();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await bar.getByRole('button', { name: 'Activate' }).click();
  await expect(bodyRows(list)).toHaveText([/Alpha.*Active/, /Beta.*Active/, /Gamma.*Active/]);
  await expect(bar).toBeHidden();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect(bodyRows(list)).toHaveText([/Alpha.*Paused/, /Beta.*Active/, /Gamma.*Paused/]);
  await page.getByRole('checkbox', { name: 'Select Beta' }).click();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await question(page).getByRole('button', { name: 'Delete workflow' }).click();
  await expect(bodyRows(list)).toHaveText([/Alpha/, /Gamma/]);
});

test('a workflow links to its events', async ({ page, tenant, visit }) => {
  const id = await createOrderWorkflow(tenant);
  await visit('/workflows/order-shipped');
  await page.getByRole('link', { name: 'Runs of the last 7 days' }).first().click();
  await expectInAddress(page, 'workflow', id);
  await expect(page.getByText('No run matches')).toBeVisible();
});
