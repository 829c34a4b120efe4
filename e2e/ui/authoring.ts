import type { Locator, Page } from '@playwright/test';
import { createIntegration } from '#e2e/rows.ts';
import type { SessionUser } from '#e2e/session.ts';
import type { Tenant } from '#e2e/tenant.ts';
import type { Workflow, WorkflowWriteBody } from '#lib/workflows/schema.ts';
import { expect } from './fixtures.ts';
import { createMailIntegration } from './story.ts';

/**
 * Helpers for tests of workflows: create workflows through the API, and find the parts of the editor by their roles.
 */

export const receipt = {
  stepId: 'send-the-receipt',
  name: 'Send the receipt',
  type: 'email',
  controlValues: { subject: 'Your order', body: '<p>On its way.</p>', editorType: 'html' },
} as const;

const reminder = {
  stepId: 'remind-by-email',
  name: 'Remind by email',
  type: 'email',
  controlValues: { subject: 'Did {{payload.order_id}} arrive?', body: '<p>Write to us.</p>', editorType: 'html' },
} as const;

/** Every step except the last is broken, with every kind of content issue. */
export const brokenSteps: WorkflowWriteBody['steps'] = [
  {
    stepId: 'wait',
    name: 'Wait for the parcel',
    type: 'delay',
    controlValues: { type: 'regular', amount: 200, unit: 'days' },
  },
  {
    stepId: 'inbox',
    name: 'Show in the inbox',
    type: 'in_app',
    controlValues: {
      body: 'On its way',
      primaryAction: { label: 'Track', redirect: { url: 'shop.example/track' } },
    },
  },
  {
    ...receipt,
    controlValues: {
      editorType: 'html',
      body: '<p>Order {{payload.orderId}}</p>\n<p>{{payload.items | toSentence: "name", "two"}}</p>',
    },
  },
  reminder,
];

const payloadSchema = {
  type: 'object',
  properties: {
    order_id: { type: 'string' },
    items: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
  },
  additionalProperties: false,
};

/** Stores an active workflow as the editor does. */
export async function author(
  member: SessionUser,
  steps: WorkflowWriteBody['steps'] = [receipt],
  body: Record<string, unknown> = {},
): Promise<Workflow> {
  const answer = await member.call<Workflow>('POST', '/v2/workflows', {
    body: { name: 'Order shipped', workflowId: 'order-shipped', active: true, payloadSchema, steps, ...body },
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

/** Returns the stored workflow. */
export async function stored(member: SessionUser): Promise<Workflow> {
  return (await member.call<Workflow>('GET', '/v2/workflows/order-shipped')).body;
}

/** Creates all integrations that the steps above need. Returns the ID of the email integration. */
export async function provide(tenant: Tenant): Promise<string> {
  await createIntegration(tenant, { provider_id: 'svc', channel: 'in_app', name: 'Inbox', connected: true });
  return createMailIntegration(tenant, { primary: true });
}

/** Returns the parts of a workflow's page. */
export function editor(page: Page) {
  const header = page.getByRole('region', { name: 'Workflow', exact: true });
  const steps = page.getByRole('region', { name: 'Steps' });
  return {
    header,
    issues: page.getByRole('region', { name: /^(Issues|\d+ issues?)$/ }),
    steps,
    /** Returns the card of a step. */
    card: (name: string) => steps.getByRole('button', { name: new RegExp(`^${name} \\d`) }),
    order: () => steps.getByRole('heading', { level: 3 }),
    /** Returns the open step. */
    open: (name: string) => page.getByRole('region', { name: `Step ${name}`, exact: true }),
    save: header.getByRole('button', { name: 'Save', exact: true }),
    unsaved: page.getByText('Unsaved changes', { exact: true }).and(page.locator(':visible')),
  };
}

/** Replaces the text of a field, either an input or a code field. */
export async function write(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.press('ControlOrMeta+A');
  await field.page().keyboard.insertText(text);
}

/** Chooses an action in the menu of a step's card. */
export async function chooseAction(page: Page, step: string, action: string): Promise<void> {
  await editor(page)
    .steps.getByRole('button', { name: `More for “${step}”` })
    .click();
  await page.getByRole('menuitem', { name: new RegExp(`^${action}`) }).click();
}
