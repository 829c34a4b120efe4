import { database } from '#e2e/database.ts';
import {
  bodyRows,
  expect,
  expectInAddress,
  expectRowVisible,
  filterBy,
  openRow,
  phone,
  table,
  test,
} from './fixtures.ts';
import { createMailIntegration, createOrderWorkflow } from './story.ts';

test.use({ role: 'developer' });

const brokenSubject = {
  subject: [{ issueType: 'MISSING_VALUE', message: 'Subject is required', variableName: 'subject' }],
};

const broken = [
  { type: 'email', name: 'Send the receipt', control_issues: brokenSubject, control_values: { body: 'Hi' } },
];

test.describe('the list', () => {
  test('shows status, issues and steps', async ({ page, tenant, visit }) => {
    await createMailIntegration(tenant, { primary: true });
    await createOrderWorkflow(tenant);
    await createOrderWorkflow(tenant, { identifier: 'invoice', name: 'Invoice' }, broken);
    await createOrderWorkflow(tenant, { identifier: 'draft', name: 'Draft', active: false }, []);
    await visit('/workflows');
    const list = table(page, 'Workflows');
    await expectRowVisible(list, { Workflow: 'Order shipped', Status: 'Active', Issues: '—', Steps: 'Delay' });
    await expectRowVisible(list, { Workflow: 'Invoice', Status: 'Has issues', Issues: '1', Steps: 'E-mail' });
    await expectRowVisible(list, { Workflow: 'Draft', Status: 'Inactive', Steps: 'No steps' });
    await expect(page.getByRole('link', { name: /^Workflows/ })).toContainText('1 with issues');
  });

  test('is searched, filtered and sorted, and the address keeps it', async ({ page, tenant, visit }) => {
    await createMailIntegration(tenant, { primary: true });
    await createOrderWorkflow(tenant, { identifier: 'b', name: 'Beta' });
    await createOrderWorkflow(tenant, { identifier: 'a', name: 'Alpha', active: false });
    await visit('/workflows');
    const list = table(page, 'Workflows');
    await list.getByRole('button', { name: 'Workflow' }).click();
    await expect(bodyRows(list)).toHaveText([/Alpha/, /Beta/]);
    await list.getByRole('button', { name: 'Workflow' }).click();
    await expect(bodyRows(list)).toHaveText([/Beta/, /Alpha/]);
    await expectInAddress(page, 'sort', 'name');
    await page.getByRole('searchbox', { name: 'Search workflows' }).fill('alp');
    await expect(bodyRows(list)).toHaveText([/Alpha/]);
    await page.reload();
    await expect(bodyRows(list)).toHaveText([/Alpha/]);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await filterBy(page, 'Status', 'Active');
    await expect(bodyRows(list)).toHaveText([/Beta/]);
    await expectInAddress(page, 'status', 'ACTIVE');
  });

  test('without a match names the filters; without workflows says what they are', async ({ page, visit }) => {
    await visit('/workflows?q=nothing');
    await expect(page.getByText('No workflow matches')).toBeVisible();
    await expect(page.getByText('In Development, name or identifier with “nothing”.')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
    await expect(page.getByText('No workflows in Development yet')).toBeVisible();
  });
});

test.describe('one workflow', () => {
  test('shows its steps in order, each with its controls', async ({ page, tenant, visit }) => {
    await createMailIntegration(tenant, { primary: true });
    await createOrderWorkflow(tenant, { tags: ['orders'], description: 'When a parcel leaves.' });
    await visit('/workflows');
    await openRow(table(page, 'Workflows'), { Workflow: 'Order shipped' });
    await expect(page.getByRole('heading', { name: 'Order shipped', level: 1 })).toBeVisible();
    await expect(page.getByText('When a parcel leaves.')).toBeVisible();
    const steps = page.getByRole('region', { name: 'Steps' }).getByRole('heading');
    await expect(steps).toHaveText([
      /Wait for the parcel.*1\. Delay.*2 hours/,
      /Send the receipt.*2\. E-mail.*Your order/,
    ]);
    const receipt = page.getByRole('button', { name: /Send the receipt/ });
    await expect(receipt).toHaveAttribute('aria-expanded', 'false');
    await receipt.click();
    await expect(page.getByRole('heading', { name: 'Subject' })).toBeVisible();
    await expect(page.getByText('{{payload.orderId}}', { exact: true })).toBeVisible();
    await expect(page.getByText('None. Every step can run as it is.')).toBeVisible();
  });

  test('an issue leads to its control', async ({ page, tenant, visit }) => {
    await createMailIntegration(tenant, { primary: true });
    await createOrderWorkflow(tenant, {}, broken);
    await visit('/workflows/order-shipped');
    await expect(page.getByRole('heading', { name: '1 issue', exact: true })).toBeVisible();
    const step = page.getByRole('region', { name: 'Steps' });
    await expect(step.getByText('Subject is required')).toBeVisible();
    await page
      .getByRole('complementary')
      .getByRole('button', { name: /Subject is required/ })
      .click();
    await expect(step.getByRole('button', { name: /Send the receipt/ })).toHaveAttribute('aria-expanded', 'true');
    await expect(step.locator('[data-control="subject"]')).toBeFocused();
    await expect(step.locator('[data-control="subject"]')).toContainText('Subject is required');
  });

  test('misses its integration as soon as that is inactive', async ({ page, tenant, visit }) => {
    const id = await createMailIntegration(tenant, { primary: true });
    await createOrderWorkflow(tenant);
    await visit('/workflows/order-shipped');
    await expect(page.getByText('None. Every step can run as it is.')).toBeVisible();
    await database().query('UPDATE integrations SET active = false, "primary" = false WHERE id = $1', [id]);
    await page.reload();
    const issues = page.getByRole('region', { name: '1 issue' });
    await expect(issues).toContainText('E-mail has no active integration. Add or activate one under Integrations.');
    await issues.getByRole('link', { name: 'Integrations' }).click();
    await expect(page).toHaveURL('/development/integrations');
  });

  test('leads to its events', async ({ page, tenant, visit }) => {
    const id = await createOrderWorkflow(tenant);
    await visit('/workflows/order-shipped');
    await page.getByRole('link', { name: 'Events of the last 7 days' }).first().click();
    await expectInAddress(page, 'workflow', id);
    await expect(page.getByText('No event matches')).toBeVisible();
  });

  test('on a phone has its issues first, then its steps', async ({ page, tenant, visit }) => {
    await page.setViewportSize(phone);
    await createOrderWorkflow(tenant);
    await visit('/workflows/order-shipped');
    const issues = page.getByRole('region', { name: '1 issue' });
    const steps = page.getByRole('region', { name: 'Steps' });
    await expect(issues).toBeVisible();
    await expect(steps).toBeVisible();
    const top = async (place: typeof issues) => (await place.boundingBox())?.y ?? 0;
    expect(await top(issues)).toBeLessThan(await top(steps));
  });

  test('with an unknown identifier is not found', async ({ page, visit, expectError }) => {
    expectError(/status of 404/);
    await visit('/workflows/no-such-workflow');
    await expect(page.getByText('There is no such workflow here')).toBeVisible();
  });
});
