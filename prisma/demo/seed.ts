import { encrypt } from '#lib/crypto.ts';
import { execute, pool, transaction } from '#lib/db.ts';
import { sealCredentials } from '#lib/integrations/credentials.ts';
import { directWebhookUrlContext } from '#lib/messages/page.ts';
import { webhookUrlContext } from '#lib/subscribers/wire.ts';
import { makeHistory } from './history.ts';
import { insertHistory, insertRows } from './insert.ts';
import { makeLayouts } from './layouts.ts';
import { seededRandom } from './random.ts';
import type { Base, JsonObject, Seal } from './rows.ts';
import { snapshotIds } from './workflow-snapshots.ts';
import { makeWorld, type World } from './world.ts';

const SEED = 20_261_120;

/** Stored in `settings`, so that it happens only once. */
interface DemoData {
  seededAt: string;
  environmentId: string | null;
  /** Why nothing was written. */
  skipped?: 'not empty' | 'no environment';
}

/**
 * Fills the organization's first environment with an invented company and thirty days of its history.
 *
 * It runs once per installation, in one transaction, so an interrupted seed leaves nothing behind. An environment that
 * already has subscribers, integrations or workflows is never changed.
 */
export async function seedDemoData(): Promise<void> {
  const seeded = await transaction(async () => {
    await execute("SELECT pg_advisory_xact_lock(hashtext('belfry demo data'))");
    const [known] = await execute("SELECT 1 FROM settings WHERE key = 'demo_data'");
    if (known) return false;
    const outcome = await seedFirstEnvironment();
    await execute("INSERT INTO settings (key, value) VALUES ('demo_data', $1::jsonb)", [JSON.stringify(outcome)]);
    return outcome.skipped === undefined;
  });
  if (seeded) await analyse();
}

interface FirstEnvironment {
  id: string;
  organization_id: string;
  /** The user who built the company. */
  user_id: string | null;
  email: string | null;
  taken: boolean;
}

async function seedFirstEnvironment(): Promise<DemoData> {
  const now = new Date();
  const [environment] = await execute<FirstEnvironment>(
    `SELECT e.id, e.organization_id,
            m.user_id, m.email,
            EXISTS (SELECT FROM subscribers s WHERE s.environment_id = e.id)
              OR EXISTS (SELECT FROM integrations i WHERE i.environment_id = e.id)
              OR EXISTS (SELECT FROM workflows w WHERE w.environment_id = e.id)
              OR EXISTS (SELECT FROM notifications n WHERE n.environment_id = e.id) AS taken
     FROM environments e LEFT JOIN LATERAL (
       SELECT m.user_id, u.email FROM members m JOIN users u ON u.id = m.user_id
       WHERE m.organization_id = e.organization_id ORDER BY m.id LIMIT 1) m ON true
     ORDER BY e.organization_id, e.position, e.id LIMIT 1`,
  );
  const outcome = { seededAt: now.toISOString(), environmentId: environment?.id ?? null };
  if (!environment) return { ...outcome, skipped: 'no environment' };
  if (environment.taken) return { ...outcome, skipped: 'not empty' };
  await write({
    organizationId: environment.organization_id,
    environmentId: environment.id,
    userId: environment.user_id,
    userEmail: environment.email,
    now,
    random: seededRandom(SEED),
    seal: sealFor(environment.id),
  });
  return outcome;
}

function sealFor(environmentId: string): Seal {
  return {
    credentials: (integrationId, credentials) =>
      sealCredentials(credentials, { environmentId, integrationId }) as JsonObject,
    channelWebhook: (channelId, url) => encrypt(url, webhookUrlContext(environmentId, channelId)),
    messageWebhook: (messageId, url) => encrypt(url, directWebhookUrlContext(environmentId, messageId)),
  };
}

async function write(base: Base): Promise<void> {
  await execute('SELECT create_history_partitions(3, 2)');
  const world = makeWorld(base);
  await insertRows('layouts', makeLayouts(base));
  await writeConfiguration(world);
  const snapshots = await snapshotIds(world);
  let writing = Promise.resolve();
  for (const batch of makeHistory(world)) {
    await writing;
    writing = insertHistory(batch, snapshots);
    // Awaited below. Until then a failure must not count as unhandled.
    writing.catch(() => {});
    // Sends the statement before the next part is computed, so that both processors work.
    await new Promise(setImmediate);
  }
  await writing;
  await writeAftermath(world);
}

/** Everything except the history. The subscribers' channels are written after it, because it removes device tokens. */
async function writeConfiguration(world: World): Promise<void> {
  const { integrations, workflows, people, topics } = world;
  const gone = new Set(people.filter(({ deletedAt }) => deletedAt).map(({ row }) => row.id));
  await insertRows('integrations', Object.values(integrations));
  await insertRows('notification_groups', workflows.groups);
  await insertRows(
    'workflows',
    workflows.all.map(({ row }) => row),
  );
  await insertRows(
    'workflow_steps',
    workflows.all.flatMap(({ steps }) => steps.map(({ row }) => row)),
  );
  await insertRows(
    'workflow_versions',
    workflows.all.flatMap(({ versions }) => versions),
  );
  await insertRows(
    'subscribers',
    people.filter(({ row }) => !gone.has(row.id)).map(({ row }) => row),
  );
  await insertRows(
    'deleted_subscribers',
    people.filter(({ row }) => gone.has(row.id)).map(({ row, deletedAt }) => ({ ...row, deleted_at: deletedAt })),
  );
  await insertRows('contexts', world.contexts);
  await insertRows('topics', topics.topics);
  await insertRows(
    'topic_subscriptions',
    topics.subscriptions.filter(({ subscriber_id }) => !gone.has(subscriber_id)),
  );
  await insertRows('preferences', world.preferences);
}

async function writeAftermath({ environmentId, people, workflows }: World): Promise<void> {
  const present = people.filter(({ deletedAt }) => !deletedAt);
  const channels = present.flatMap(({ devices, chats }) => [...devices, ...chats].map(({ channel }) => channel));
  await insertRows('subscriber_channels', [...new Set(channels)]);
  await execute(
    `UPDATE workflows w SET last_triggered_at = t.at
     FROM jsonb_to_recordset($1::jsonb) AS t (id text, at timestamptz) WHERE w.environment_id = $2 AND w.id = t.id`,
    [JSON.stringify(workflows.all.map(({ row }) => ({ id: row.id, at: row.last_triggered_at }))), environmentId],
  );
}

/** Updates visibility, and statistics of compared columns. Statistics of whole JSON columns would take seconds. */
async function analyse(): Promise<void> {
  const history = 'id, environment_id, notification_id';
  await pool().query(
    `VACUUM (ANALYZE) subscribers, subscriber_channels, topic_subscriptions, preferences, triggers, notification_topics,
       notifications (id, environment_id, snapshot_id, subscriber_id, transaction_id, context_keys),
       jobs (${history}), execution_details (${history}),
       messages (${history}, channel, subscriber_id, transaction_id, context_keys)`,
  );
}
