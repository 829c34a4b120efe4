import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { storedTally, untilDelivered } from '#bench/delivery/runs.ts';
import { addSmsProvider, addWorkflow, createTenant, smsStep, type Tenant } from '#bench/delivery/tenant.ts';
import { missingRuns, startTriggerLoad } from '#bench/delivery/trigger-load.ts';
import { exactly, type Finding, noted, type Scenario, type Stage } from '#bench/faults/scenario.ts';
import { encrypt } from '#lib/crypto.ts';
import { directWebhookUrlContext } from '#lib/messages/webhook-url.ts';
import { root } from '#scripts/sources.ts';

const keyOf = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;
const OLD = keyOf('bench', 1);
const NEW = keyOf('next', 2);

/**
 * The steps of “Rotate the encryption keys” (docs/operations.md) under load: processes restarted one after another with
 * the new key last, then first; `keys:rotate` killed halfway and repeated; the old key removed.
 */
export const keyRotation: Scenario = {
  name: 'encryption keys rotated under load',
  async run({ installation, provider, scale }: Stage): Promise<Finding[]> {
    const { database, variables } = installation;
    const tenant = await createTenant(database);
    await addSmsProvider(tenant, provider.url);
    await addWorkflow(tenant, 'rotate', [smsStep('{{ payload.n }}')]);
    const old = Math.max(5_000, Math.round(200_000 * scale));
    await addOldMessages(database, tenant, old);
    let web = await installation.startWeb();
    let worker = await installation.startWorker();
    const load = startTriggerLoad({ tenant, workflow: 'rotate', origin: () => web.origin, clients: 4, perSecond: 100 });
    const restart = async (...keys: string[]) => {
      variables.ENCRYPTION_KEYS = keys.join(',');
      const [nextWeb, nextWorker] = [await installation.startWeb(), await installation.startWorker()];
      const before = [web, worker];
      [web, worker] = [nextWeb, nextWorker];
      for (const program of before) await program.stop();
    };
    await restart(OLD, NEW);
    await restart(NEW, OLD);
    const killed = await rotate(variables, 'SIGKILL', () => halfDone(database, tenant, old));
    const halfway = await countOf(database, tenant, 'next');
    const begun = performance.now();
    const done = await rotate(variables);
    const seconds = (performance.now() - begun) / 1000;
    await restart(NEW);
    await sleep(3_000);
    await load.stop();
    await untilDelivered(database, tenant, 120_000);
    await Promise.all([web.stop(), worker.stop()]);
    variables.ENCRYPTION_KEYS = OLD;
    const stored = await storedTally(database, tenant);
    const sent = await provider.tally();
    return [
      noted('values under the old key', old),
      noted('values encrypted again when the rotation was killed', halfway),
      noted('time of the repeated rotation', seconds, 's'),
      noted('triggers acknowledged', load.acknowledged.size),
      exactly('rotations that ended by SIGKILL', Number(killed === 'SIGKILL'), 1),
      exactly('exit code of the repeated rotation', Number(done), 0),
      exactly('values under the old key afterwards', await countOf(database, tenant, 'bench'), 0),
      exactly('triggers that failed', load.unanswered.size, 0),
      exactly('acknowledged triggers without a run', await missingRuns(database, tenant, load.acknowledged), 0),
      exactly('runs that were not sent', stored.runs - stored.sent, 0),
      exactly('runs, against requests at the provider', stored.runs, sent.requests - sent.duplicates),
      exactly('duplicates at the provider', sent.duplicates, 0),
    ];
  },
};

/** Stores messages of chats without runs, each with its own encrypted URL. */
async function addOldMessages(database: pg.Pool, { environmentId }: Tenant, count: number): Promise<void> {
  const time = Math.floor(Date.now() / 1000).toString(16);
  for (let from = 0; from < count; from += 5_000) {
    const ids = Array.from(
      { length: Math.min(5_000, count - from) },
      (_, n) => time + (from + n).toString(16).padStart(16, '0'),
    );
    const urls = ids.map((id) => encrypt(`https://chat.example/${id}`, directWebhookUrlContext(environmentId, id)));
    await database.query(
      `INSERT INTO messages (environment_id, id, notification_id, subscriber_id, transaction_id, channel, status, direct_webhook_url, cta,
         created_at, updated_at)
       SELECT $1, m.id, m.id, m.id, m.id, 'chat', 'warning', m.url, '{}', now(), now() FROM unnest($2::text[], $3::text[]) AS m (id, url)`,
      [environmentId, ids, urls],
    );
  }
}

async function countOf(database: pg.Pool, { environmentId }: Tenant, key: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM messages WHERE environment_id = $1 AND starts_with(direct_webhook_url, $2)',
    [environmentId, `v1.${key}.`],
  );
  return rows[0]?.count ?? 0;
}

async function halfDone(database: pg.Pool, tenant: Tenant, total: number): Promise<void> {
  while ((await countOf(database, tenant, 'next')) < total / 2) await sleep(20);
}

/** Runs `keys:rotate`. Kills it when `until` settles. @returns its exit code, or the signal. */
async function rotate(
  variables: Record<string, string>,
  signal?: NodeJS.Signals,
  until?: () => Promise<void>,
): Promise<number | string> {
  const env = { ...process.env, ...variables };
  const child = spawn(process.execPath, ['scripts/keys-rotate.ts'], { cwd: root, env, stdio: 'inherit' });
  const exited = once(child, 'exit');
  if (until) await Promise.race([exited, until().then(() => child.kill(signal))]);
  const [code, ended] = await exited;
  return ended ?? code;
}
