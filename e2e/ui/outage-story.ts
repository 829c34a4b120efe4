import { database } from '#e2e/database.ts';
import { insertRows } from '#e2e/history-rows.ts';
import type { Tenant } from '#e2e/tenant.ts';
import { newId } from '#lib/id.ts';
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';
import { createMailIntegration, createMessage, createRun, createSubscriber, minutesAgo } from './story.ts';

const MINUTE = 60_000;
const provider = 'SendGrid';

const held = reasonFor('provider_unavailable', { provider, problem: 'The connection was refused', attempt: 1 });
const gaveUp = reasonFor('retries_exhausted', { provider, attempts: 12, span: 15 * MINUTE });
const sent = reasonFor('sent', { provider, attempt: 2 });

interface Person {
  name: string;
  steps: Reason[];
  sentAfterMinutes?: number;
}

const PEOPLE: Person[] = [
  { name: 'Jane', steps: [held, sent], sentAfterMinutes: 12 },
  { name: 'Joe', steps: [held, gaveUp] },
  { name: 'Ann', steps: [held, gaveUp, sent], sentAfterMinutes: 40 },
];

export interface OutageStory {
  integrationId: string;
  openedAt: Date;
  closedAt: Date;
}

/** An outage of eleven minutes: Jane’s email was late, Joe’s failed, and Ann’s was sent by a retry. */
export async function createOutage(tenant: Tenant): Promise<OutageStory> {
  const { environmentId } = tenant;
  const integrationId = await createMailIntegration(tenant, { primary: true });
  const [openedAt, closedAt] = [minutesAgo(61), minutesAgo(50)];
  await insertRows('outages', [
    {
      ...{ environment_id: environmentId, integration_id: integrationId, channel: 'email' },
      ...{ opened_at: openedAt, closed_at: closedAt, words: 'The connection to api.sendgrid.com was refused' },
      ...{ late: 1, failed: 1 },
    },
  ]);
  for (const person of PEOPLE) await createAffected(tenant, integrationId, person);
  return { integrationId, openedAt, closedAt };
}

async function createAffected(tenant: Tenant, integrationId: string, { name, steps, sentAfterMinutes }: Person) {
  const at = minutesAgo(60);
  const named = { subscriber_id: `user_${name.toLowerCase()}`, first_name: name, last_name: 'Cooper' };
  const person = await createSubscriber(tenant, { ...named, created_at: minutesAgo(600) });
  const isSent = sentAfterMinutes !== undefined;
  const details = steps.map((reason) => ({ status: 'Failed', detail: 'Unexpected provider error', reason }));
  const status = isSent ? 'completed' : 'failed';
  const run = await createRun(tenant, {
    ...{ person, at, workflow: 'Order shipped', identifier: 'order-shipped' },
    steps: [{ type: 'email', name: 'Mail', status, details }],
  });
  const endedAt = new Date(at.getTime() + (sentAfterMinutes ?? 0) * MINUTE);
  await database().query(
    'UPDATE jobs SET integration_id = $3, updated_at = $4 WHERE environment_id = $1 AND notification_id = $2',
    [tenant.environmentId, run.id, integrationId, endedAt],
  );
  await createMessage(tenant, person, {
    ...{ id: newId(at), notification_id: run.id, job_id: run.jobIds[0], transaction_id: run.transactionId },
    ...{ integration_id: integrationId, template_identifier: 'order-shipped', created_at: at },
    email: `${name.toLowerCase()}@example.com`,
    ...(isSent
      ? { sent_at: new Date(at.getTime() + sentAfterMinutes * MINUTE) }
      : { status: 'error', reason: gaveUp, error_text: 'The connection was refused' }),
  });
}
