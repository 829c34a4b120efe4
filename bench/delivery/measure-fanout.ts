import { triggerEvent } from '#lib/events/trigger.ts';
import { createIntegration } from '#lib/integrations/service.ts';
import type { Installation } from './installation.ts';
import { ALL_SUBSCRIBERS, addTopic, addWorkflow, createTenant, smsStep } from './tenant.ts';

export interface FanoutTimes {
  firstSentMs: number;
  allTriggeredMs: number;
  allSentMs: number;
}

/**
 * Measures the times from a trigger to a topic of `members` until the first message is recorded, until all runs exist,
 * and until all messages are sent in the sandbox.
 */
export async function measureFanout(
  { database, startWorker }: Installation,
  members: number,
  workers: number,
): Promise<FanoutTimes> {
  const tenant = await createTenant(database);
  const { ctx, environmentId } = tenant;
  const credentials = { providerId: 'twilio', channel: 'sms', name: 'Sandbox', active: true, sandbox: true };
  await createIntegration(ctx, { ...credentials, credentials: {} } as never);
  const workflow = await addWorkflow(tenant, 'to-topic', [smsStep('Hello {{ subscriber.firstName }}')]);
  await addTopic(database, tenant, members);
  const running = await Promise.all(Array.from({ length: workers }, () => startWorker()));
  const begin = performance.now();
  await triggerEvent(ctx, { name: workflow, to: ALL_SUBSCRIBERS });
  const until = async (text: string) => {
    for (;;) {
      const { rows } = await database.query(text, [environmentId]);
      if (rows[0].reached) return performance.now() - begin;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  };
  const firstSentMs = await until('SELECT EXISTS (SELECT 1 FROM messages WHERE environment_id = $1) AS reached');
  const allTriggeredMs = await until('SELECT NOT EXISTS (SELECT 1 FROM fanouts WHERE environment_id = $1) AS reached');
  const allSentMs = await until('SELECT NOT EXISTS (SELECT 1 FROM work WHERE environment_id = $1) AS reached');
  await Promise.all(running.map((worker) => worker.stop()));
  const { rows } = await database.query(
    `SELECT count(*)::int AS runs, count(DISTINCT subscriber_id)::int AS people FROM notifications WHERE environment_id = $1`,
    [environmentId],
  );
  if (rows[0].runs !== members || rows[0].people !== members)
    throw new Error(`${rows[0].runs} runs for ${rows[0].people} of ${members} members`);
  return { firstSentMs, allTriggeredMs, allSentMs };
}
