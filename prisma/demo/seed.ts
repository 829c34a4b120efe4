import { execute, pool, transaction } from '#lib/postgres/db.ts';
import { loadHistory } from './load.ts';

/** Stored in `settings`, so that it happens only once. */
interface DemoData {
  seededAt: string;
  environmentId: string | null;
  /** Why nothing was written. */
  skipped?: 'not empty' | 'no environment';
}

/**
 * Fills the organization's first environment with an invented company and a month of its history.
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
  key_id: string | null;
  taken: boolean;
}

async function seedFirstEnvironment(): Promise<DemoData> {
  const now = new Date();
  const [environment] = await execute<FirstEnvironment>(
    `SELECT e.id, e.organization_id,
            m.user_id, m.email, (SELECT k.id FROM api_keys k WHERE k.environment_id = e.id ORDER BY k.id LIMIT 1) AS key_id,
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
  await execute('SELECT create_history_partitions(3, 2)');
  await loadHistory(
    {
      organizationId: environment.organization_id,
      environmentId: environment.id,
      userId: environment.user_id ?? 'unknown',
      userEmail: environment.email ?? 'Unknown',
      apiKeyId: environment.key_id ?? 'unknown',
    },
    now,
  );
  return outcome;
}

/** Updates visibility, and statistics of compared columns. Statistics of whole JSON columns would take seconds. */
async function analyse(): Promise<void> {
  const history = 'id, environment_id, notification_id';
  await pool().query(
    `VACUUM (ANALYZE) subscribers, subscriber_search, subscriber_channels, topic_subscriptions, preferences, triggers, notification_topics,
       notifications (id, environment_id, snapshot_id, subscriber_id, transaction_id, context_keys),
       jobs (${history}), execution_details (${history}),
       messages (${history}, channel, subscriber_id, transaction_id, context_keys)`,
  );
}
