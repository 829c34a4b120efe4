import { expect, type Locator, type Page } from '@playwright/test';
import { insertRow } from '#e2e/database.ts';
import { createJobStep, createSnapshot, insertRows, messageRow, notificationRow } from '#e2e/history-rows.ts';
import { createIntegration } from '#e2e/rows.ts';
import type { Tenant } from '#e2e/tenant.ts';
import { createWorkflow, type WorkflowStepColumns } from '#e2e/workflow-rows.ts';
import type { JobStatus } from '#lib/engine/job-status.ts';
import { runOutcome } from '#lib/engine/record/run-outcome.ts';
import { newId } from '#lib/id.ts';
import { sealCredentials } from '#lib/integrations/credentials.ts';
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';

/** Records for questions to support: subscribers, workflows and runs with different outcomes. */

export interface SubscriberRow {
  id: string;
  subscriber_id: string;
}

/** Creates Jane Cooper; `columns` override. */
export async function createSubscriber(
  { environmentId }: Tenant,
  columns: Record<string, unknown> = {},
): Promise<SubscriberRow> {
  const at = (columns.created_at as Date | undefined) ?? minutesAgo(600);
  const row = {
    id: newId(at),
    environment_id: environmentId,
    subscriber_id: 'user_jane',
    first_name: 'Jane',
    last_name: 'Cooper',
    email: 'jane@shop.example',
    phone: '+4915155501001',
    created_at: at,
    updated_at: at,
    ...columns,
  };
  await insertRow('subscribers', row);
  return row;
}

interface StepOutcome {
  type: string;
  name: string;
  status: string;
  provider?: string;
  details?: { status: string; detail: string; raw?: string; reason?: Reason }[];
}

interface RunOptions {
  person: SubscriberRow;
  workflow?: string;
  identifier?: string;
  workflowId?: string;
  severity?: string;
  transactionId?: string;
  at?: Date;
  payload?: Record<string, unknown>;
  steps: StepOutcome[];
}

interface CreatedRun {
  id: string;
  transactionId: string;
  /** The ID of each step, which its messages refer to as `message_template_id`. */
  stepIds: string[];
  /** The ID of the job of each step. */
  jobIds: string[];
}

/** Creates a run with its jobs and their execution details. */
export async function createRun(tenant: Tenant, options: RunOptions): Promise<CreatedRun> {
  const { person, steps, at = minutesAgo(5), workflow = 'Order shipped', identifier = 'order-shipped' } = options;
  const snapshot_id = await createSnapshot(tenant, {
    workflow_id: options.workflowId ?? newId(),
    severity: options.severity ?? 'none',
    channels: steps.map(({ type }) => type),
    template: { name: workflow, origin: 'svc-cloud', triggers: [{ type: 'event', identifier, variables: [] }] },
  });
  const event = notificationRow(tenant, at, {
    snapshot_id,
    subscriber_id: person.id,
    payload: options.payload ?? { orderId: 'A-1042' },
    to: { subscriberId: person.subscriber_id },
    ...(options.transactionId && { transaction_id: options.transactionId }),
  });
  await insertRows('notifications', [event]);
  const inserted: { stepId: string; jobId: string }[] = [];
  // The steps of a run are ordered by their IDs, which begin with the time.
  for (const [index, step] of steps.entries())
    inserted.push(await insertStep(tenant, event.id, person.id, new Date(at.getTime() + index), step));
  await insertOutcome(tenant, event.id, snapshot_id, options);
  await insertWork(tenant, event.id, options, inserted);
  return {
    id: event.id,
    transactionId: String(event.transaction_id),
    stepIds: inserted.map(({ stepId }) => stepId),
    jobIds: inserted.map(({ jobId }) => jobId),
  };
}

/** Inserts the queue row of each waiting step, until the time of its reason. */
async function insertWork(
  { environmentId }: Tenant,
  event: string,
  { steps }: RunOptions,
  inserted: readonly { jobId: string }[],
): Promise<void> {
  const rows = steps.flatMap(({ status, details }, index) => {
    const { until } = (details?.at(-1)?.reason?.evidence ?? {}) as { until?: string };
    if (status !== 'delayed' || until === undefined) return [];
    const waiting = { lane: 1, claims: 0, attempts: 0, deaths: 0, ended: false, ready_at: until };
    return [{ environment_id: environmentId, notification_id: event, job_id: inserted[index]?.jobId, ...waiting }];
  });
  await insertRows('work', rows);
}

/** Inserts the engine's record of an ended run, from which statuses, filters and the chart are read. */
async function insertOutcome({ environmentId }: Tenant, event: string, snapshot: unknown, options: RunOptions) {
  const { person, steps, at = minutesAgo(5) } = options;
  const ended = runOutcome(
    steps.map(({ status, details }) => ({ status: status as JobStatus, reason: details?.at(-1)?.reason })),
  );
  if (!ended) return;
  await insertRow('notification_outcomes', {
    environment_id: environmentId,
    notification_id: event,
    outcome: ended.outcome,
    reason: ended.reason.code,
    snapshot_id: snapshot,
    subscriber_id: person.id,
    created_at: at,
  });
}

async function insertStep(tenant: Tenant, event: string, person: string, at: Date, step: StepOutcome) {
  const jobId = newId(at);
  const stepId = newId();
  const { key } = await createJobStep(tenant, { id: stepId, name: step.name });
  const shared = { environment_id: tenant.environmentId, notification_id: event, created_at: at };
  await insertRow('jobs', {
    ...shared,
    id: jobId,
    subscriber_id: person,
    type: step.type,
    status: step.status,
    provider_id: step.provider ?? 'sendgrid',
    step_key: key,
    reason: step.details?.at(-1)?.reason ?? null,
    updated_at: at,
  });
  for (const [index, detail] of (step.details ?? []).entries()) {
    const when = new Date(at.getTime() + (index + 1) * 400);
    const id = newId(when);
    await insertRow('execution_details', {
      ...shared,
      id,
      job_id: jobId,
      source: 'Internal',
      ...detail,
      created_at: when,
    });
  }
  return { stepId, jobId };
}

/** The response of a mail server that does not know the mailbox. */
const bounce = { response: { code: 550, message: '550 5.1.1 mailbox jane@shop.example not found' } };
const words = bounce.response.message;
const rejected = reasonFor('address_refused', { provider: 'SendGrid', words, providerCode: '5.1.1', attempt: 1 });

/** Creates a run in which Jane's email bounced and her in-app message was delivered. */
export async function createBouncedRun(tenant: Tenant, person: SubscriberRow, options: Partial<RunOptions> = {}) {
  return createRun(tenant, {
    person,
    steps: [
      { type: 'in_app', name: 'Show in the inbox', status: 'completed', provider: 'svc', details: [taken('Inbox')] },
      {
        type: 'email',
        name: 'Send the receipt',
        status: 'failed',
        details: [
          { status: 'Pending', detail: 'Step queued' },
          { status: 'Failed', detail: 'Unexpected provider error', raw: JSON.stringify(bounce), reason: rejected },
        ],
      },
    ],
    ...options,
  });
}

/** Creates a run for a subscriber who switched email off for the workflow. */
export async function createSkippedRun(tenant: Tenant, person: SubscriberRow, options: Partial<RunOptions> = {}) {
  const detail = 'Step filtered by subscriber workflow preferences';
  const reason = reasonFor('preference_workflow', { channel: 'email' });
  const details = [{ status: 'Success', detail, reason }];
  return createRun(tenant, {
    person,
    steps: [{ type: 'email', name: 'Send the receipt', status: 'skipped', details }],
    ...options,
  });
}

/** Creates a run that was delivered. */
export async function createSentRun(tenant: Tenant, person: SubscriberRow, options: Partial<RunOptions> = {}) {
  return createRun(tenant, {
    person,
    steps: [{ type: 'email', name: 'Send the receipt', status: 'completed', details: [taken('SendGrid')] }],
    ...options,
  });
}

const taken = (provider: string) => ({
  status: 'Success',
  detail: 'Message sent',
  reason: reasonFor('sent', { provider, attempt: 1 }),
});

/** Creates an email to a subscriber; `columns` override. Returns its ID. */
export async function createMessage(
  tenant: Tenant,
  person: SubscriberRow,
  columns: Record<string, unknown> = {},
): Promise<string> {
  const row = messageRow(tenant, minutesAgo(5), {
    subscriber_id: person.id,
    provider_id: 'sendgrid',
    subject: 'Your order A-1042 is on its way',
    content: '<h1>On its way</h1><p>It arrives on Friday.</p>',
    email: 'jane@shop.example',
    ...columns,
  });
  await insertRows('messages', [row]);
  return row.id;
}

export const secret = 'SG.very-secret-2f81c0';

/** Creates an active email integration with a secret; `columns` override. Returns its ID. */
export async function createMailIntegration(tenant: Tenant, columns: Record<string, unknown> = {}): Promise<string> {
  const integrationId = newId();
  const { environmentId } = tenant;
  const aws = columns.provider_id === 'ses' && { secretKey: secret, region: 'eu-central-1' };
  const credentials = { apiKey: secret, from: 'shop@shop.example', senderName: 'Shop', ...aws };
  await createIntegration(tenant, {
    id: integrationId,
    provider_id: 'sendgrid',
    channel: 'email',
    name: 'SendGrid EU',
    credentials: sealCredentials(credentials, { environmentId, integrationId }),
    ...columns,
  });
  return integrationId;
}

/** Creates the workflow that most tests use. Returns its ID. */
export async function createOrderWorkflow(
  tenant: Tenant,
  columns: Record<string, unknown> = {},
  steps: WorkflowStepColumns[] = [
    { type: 'delay', name: 'Wait for the parcel', control_values: { type: 'regular', amount: 2, unit: 'hours' } },
    {
      type: 'email',
      name: 'Send the receipt',
      control_values: { subject: 'Your order {{payload.orderId}}', body: '<p>On its way.</p>' },
    },
  ],
): Promise<string> {
  return createWorkflow(tenant, { identifier: 'order-shipped', name: 'Order shipped', ...columns }, steps);
}

export function minutesAgo(minutes: number): Date {
  return new Date(Date.now() - minutes * 60_000);
}

/** Plays the dry run of the order workflow on Jane's profile. Returns its dialog, once it shows the result. */
export async function playDryRun(page: Page): Promise<Locator> {
  const actions = page.getByRole('button', { name: 'Actions for Jane Cooper' });
  await expect(actions).toBeVisible();
  const button = page.getByRole('button', { name: 'Dry run', exact: true });
  if (!(await button.isVisible())) await actions.click();
  await button
    .or(page.getByRole('menuitem', { name: 'Dry run…' }))
    .filter({ visible: true })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Dry run' });
  await dialog.getByRole('combobox', { name: 'Workflow' }).click();
  await page.getByRole('option', { name: 'Order shipped' }).click();
  await dialog.getByRole('button', { name: 'Dry run', exact: true }).click();
  await expect(dialog.getByRole('region', { name: 'Result' }).getByRole('listitem').first()).toBeVisible();
  return dialog;
}
