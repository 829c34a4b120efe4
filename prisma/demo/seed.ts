import { keyHint, newApiKey } from '#lib/api-keys/key.ts';
import { sha256Hex } from '#lib/crypto.ts';
import { insertEnvironment } from '#lib/environments/insert.ts';
import { newId } from '#lib/id.ts';
import { execute, lock, pool, prisma, transaction } from '#lib/postgres/db.ts';
import type { ApiKey } from '#prisma/generated/client.ts';
import { addAlert } from './alerts.ts';
import { addCalls } from './calls.ts';
import { loadHistory, type Place } from './load.ts';

/** Stored in `settings`, so that the demo is created only once. */
interface DemoData {
  seededAt: string;
  environmentId: string | null;
  /** The cause if nothing was written. */
  skipped?: 'no organization' | 'name taken';
}

const NAME = 'Demo';
const SLUG = 'demo';

/**
 * The author of the company and its history. The user is not a member and has no password, so that no real person
 * appears as the author.
 */
const OWNER = { name: 'Robin Oakes', firstName: 'Robin', lastName: 'Oakes', email: 'robin@fennelandoak.example' };

/**
 * Creates the environment *Demo* with an invented company and a month of its history. It runs once per installation, in
 * one transaction, so an interrupted seed leaves no rows. No other environment is changed, and an existing environment
 * with the name Demo stays unchanged.
 */
export async function seedDemoData(): Promise<void> {
  const seeded = await transaction(async () => {
    await lock('belfry demo data');
    const known = await prisma().setting.findFirst({ where: { key: 'demo_data' } });
    if (known) return false;
    const outcome = await seedEnvironment();
    await execute("INSERT INTO settings (key, value) VALUES ('demo_data', $1::jsonb)", [JSON.stringify(outcome)]);
    return outcome.skipped === undefined;
  });
  if (seeded) await analyse();
}

async function seedEnvironment(): Promise<DemoData> {
  const now = new Date();
  const nothing = { seededAt: now.toISOString(), environmentId: null };
  const organization = await prisma().organization.findFirst({ orderBy: { id: 'asc' } });
  if (!organization) return { ...nothing, skipped: 'no organization' };
  const others = await prisma().environment.findMany({ where: { organizationId: organization.id } });
  if (others.some(({ slug, name }) => slug === SLUG || name.toLowerCase() === NAME.toLowerCase()))
    return { ...nothing, skipped: 'name taken' };
  const position = Math.max(-1, ...others.map((other) => other.position)) + 1;
  await execute('SELECT create_history_partitions(3, 2)');
  const place = await makePlace(organization.id, position);
  await loadHistory(place, now);
  await addOperations(place);
  return { seededAt: now.toISOString(), environmentId: place.environmentId };
}

/** Creates the environment with the key of the company's systems. Its text is not kept, so no one can use it. */
async function makePlace(organizationId: string, position: number): Promise<Place> {
  const { id: environmentId } = await insertEnvironment({
    organizationId,
    name: NAME,
    slug: SLUG,
    type: 'development',
    color: 'violet',
    isDemo: true,
    position,
  });
  const user = await prisma().user.upsert({
    where: { email: OWNER.email },
    create: { id: newId(), ...OWNER },
    update: {},
  });
  const apiKeyId = await addKey({ environmentId, name: 'Shop', createdById: user.id });
  return { organizationId, environmentId, userId: user.id, userEmail: user.email, apiKeyId };
}

type NewKey = Pick<ApiKey, 'environmentId' | 'name' | 'createdById'> & Partial<Pick<ApiKey, 'scope' | 'createdAt'>>;

/** Creates a key whose text no one knows. @returns the ID of the key. */
async function addKey(made: NewKey): Promise<string> {
  const key = newApiKey();
  const id = newId();
  await prisma().apiKey.create({ data: { id, ...made, hash: sha256Hex(key), hint: keyHint(key) } });
  return id;
}

/** Adds what the recorded history lacks: a key that reads, the calls of both keys, and an alert that has ended. */
async function addOperations({ environmentId, userId, apiKeyId: shopKeyId }: Place): Promise<void> {
  const { createdAt } = await prisma().apiKey.findFirstOrThrow({ where: { id: shopKeyId } });
  const reader = { environmentId, name: 'Reports', scope: 'read', createdById: userId, createdAt };
  await addCalls(environmentId, { shopKeyId, reportsKeyId: await addKey(reader) });
  await addAlert(environmentId);
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
