import { database } from '#e2e/database.ts';
import { insertRows } from '#e2e/history-rows.ts';
import type { Tenant } from '#e2e/tenant.ts';
import { newId } from '#lib/id.ts';
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';
import { createMailIntegration, createMessage, createRun, createSubscriber, minutesAgo } from './story.ts';

const MINUTE = 60_000;
const provider = 'SendGrid';

const held = reasonFor('provider_unavailable', { provider, problem: 'The connection was refused', attempt: 1 });
const lost = reasonFor('provider_unavailable', {
  ...{ provider, problem: 'No response within 10 s', attempt: 1 },
  acceptance: 'unknown',
});
const gaveUp = reasonFor('retries_exhausted', { provider, attempts: 12, span: 15 * MINUTE });
const refused = reasonFor('provider_rejected', { provider, attempt: 2, words: 'unknown mailbox' });
const sent = reasonFor('sent', { provider, attempt: 2 });
const retried = (at: Date) => reasonFor('retry_requested', { actor: 'ada@example.com', at: at.toISOString() });

interface Person {
  name: string;
  /** The events of the email, each with its minute after the trigger. */
  events: [minute: number, reason: Reason][];
}

const PEOPLE = (at: Date): Person[] => [
  {
    name: 'Jane',
    events: [
      [0, lost],
      [12, sent],
    ],
  },
  {
    name: 'Joe',
    events: [
      [0, held],
      [9, gaveUp],
    ],
  },
  {
    name: 'Kim',
    events: [
      [0, held],
      [12, refused],
    ],
  },
  {
    name: 'Ann',
    events: [
      [0, held],
      [12, refused],
      [40, retried(minutesAfter(at, 40))],
      [40, sent],
    ],
  },
];

const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE);

export interface OutageStory {
  integrationId: string;
  openedAt: Date;
  closedAt: Date;
}

/**
 * An outage of eleven minutes: Jane’s email was late and may have arrived twice, Joe’s was given up, the provider refused Kim’s afterwards, and Ann’s was
 * refused, and sent by a retry.
 */
export async function createOutage(tenant: Tenant): Promise<OutageStory> {
  const { environmentId } = tenant;
  const integrationId = await createMailIntegration(tenant, { primary: true });
  const [openedAt, closedAt] = [minutesAgo(61), minutesAgo(50)];
  await insertRows('outages', [
    {
      ...{ environment_id: environmentId, integration_id: integrationId, channel: 'email' },
      ...{ opened_at: openedAt, closed_at: closedAt, words: WORDS },
      ...{ late: 3, failed: 1 },
    },
  ]);
  const at = minutesAgo(60);
  for (const person of PEOPLE(at)) await createAffected(tenant, integrationId, at, person);
  return { integrationId, openedAt, closedAt };
}

const WORDS = 'The connection to api.sendgrid.com was refused';

async function createAffected(tenant: Tenant, integrationId: string, at: Date, { name, events }: Person) {
  const { environmentId } = tenant;
  const person = await createPerson(tenant, name);
  const [endedAfter, last] = events.at(-1) ?? [0, held];
  const isSent = last.code === 'sent';
  const details = events.map(([, reason]) => ({ status: 'Failed', detail: 'Unexpected provider error', reason }));
  const run = await createRun(tenant, {
    ...{ person, at, workflow: 'Order shipped', identifier: 'order-shipped' },
    steps: [{ type: 'email', name: 'Mail', status: isSent ? 'completed' : 'failed', details }],
  });
  const endedAt = minutesAfter(at, endedAfter);
  await setIntegration(tenant, run.id, integrationId, endedAt);
  await database().query(
    `UPDATE execution_details d SET created_at = own.at FROM (SELECT id, $3::timestamptz[] AS times,
         row_number() OVER (ORDER BY id) AS number FROM execution_details WHERE environment_id = $1 AND notification_id = $2) AS numbered
       CROSS JOIN LATERAL (SELECT times[number] AS at) AS own
     WHERE d.environment_id = $1 AND d.notification_id = $2 AND d.id = numbered.id`,
    [environmentId, run.id, events.map(([minute]) => minutesAfter(at, minute))],
  );
  await createMessage(tenant, person, {
    ...{ id: newId(at), notification_id: run.id, job_id: run.jobIds[0], transaction_id: run.transactionId },
    ...{ integration_id: integrationId, template_identifier: 'order-shipped', created_at: at },
    email: `${name.toLowerCase()}@example.com`,
    ...(isSent ? { sent_at: endedAt } : { status: 'error', reason: last, error_text: 'The connection was refused' }),
  });
}

/**
 * An outage that began eight minutes ago, and for whose end the emails of Jane and Joe wait. No attempt was made, so
 * there are no messages.
 */
export async function createLastingOutage(tenant: Tenant): Promise<Omit<OutageStory, 'closedAt'>> {
  const { environmentId } = tenant;
  const integrationId = await createMailIntegration(tenant, { primary: true });
  const openedAt = minutesAgo(8);
  const shared = { environment_id: environmentId, integration_id: integrationId, opened_at: openedAt, words: WORDS };
  await insertRows('outages', [{ ...shared, channel: 'email' }]);
  await insertRows('circuit_breakers', [{ ...shared, probe_at: minutesAgo(-60) }]);
  const since = openedAt.toISOString();
  const problem = 'The connection was refused';
  const reason = reasonFor('provider_unavailable', { provider, integration: 'SendGrid EU', problem, since });
  const detail = { status: 'Warning', detail: 'Unexpected provider error', reason };
  for (const name of ['Jane', 'Joe']) {
    const run = await createRun(tenant, {
      ...{ person: await createPerson(tenant, name), at: minutesAgo(5) },
      ...{ workflow: 'Order shipped', identifier: 'order-shipped' },
      steps: [{ type: 'email', name: 'Mail', status: 'queued', details: [detail, detail, detail] }],
    });
    await setIntegration(tenant, run.id, integrationId, minutesAgo(4));
    await insertRows('work', [
      {
        ...{ environment_id: environmentId, notification_id: run.id, job_id: run.jobIds[0], ready_at: minutesAgo(-60) },
        ...{ lane: 1, claims: 0, attempts: 0, deaths: 0, ended: false },
      },
    ]);
  }
  return { integrationId, openedAt };
}

function createPerson(tenant: Tenant, name: string) {
  const named = { subscriber_id: `user_${name.toLowerCase()}`, first_name: name, last_name: 'Cooper' };
  return createSubscriber(tenant, { ...named, created_at: minutesAgo(600) });
}

function setIntegration({ environmentId }: Tenant, runId: string, integrationId: string, updatedAt: Date) {
  return database().query(
    'UPDATE jobs SET integration_id = $3, updated_at = $4 WHERE environment_id = $1 AND notification_id = $2',
    [environmentId, runId, integrationId, updatedAt],
  );
}
