import { execute, prisma, transaction } from '#lib/postgres/db.ts';
import { type Archive, MADE_BY } from './archive.ts';
import { readChangeLog, startChangeLog } from './change-log.ts';
import { insertRows } from './insert.ts';
import { makeLayoutVersions } from './layout-versions.ts';
import { makeLayouts } from './layouts.ts';
import { makePlan } from './plan.ts';
import { Player } from './play.ts';
import { seededRandom } from './random.ts';
import { sealed } from './seal.ts';
import { COMPANY_AT, HISTORY_START } from './timeline.ts';
import { startVirtualTime } from './virtual-time.ts';
import { makeWorld, type World } from './world.ts';

const SEED = 20_261_120;

/**
 * Creates the demo's history in the empty database of this process, whose clock it replaces: founds the company and
 * plays its plan through the engine until `end`.
 */
export async function generateHistory(end: Date): Promise<Archive> {
  const time = startVirtualTime(HISTORY_START);
  await makePlace();
  await startChangeLog();
  const random = seededRandom(SEED);
  const world = makeWorld({ ...MADE_BY, now: COMPANY_AT, random });
  await transaction(() => found(world));
  const plan = makePlan(world);
  await new Player(time, seededRandom(SEED + 1)).play(plan, end);
  return readChangeLog();
}

async function makePlace(): Promise<void> {
  const { organizationId, environmentId, userId, userEmail } = MADE_BY;
  await execute('SELECT create_history_partitions(3, 2)');
  await prisma().organization.create({ data: { id: organizationId, name: 'Demo' } });
  await prisma().environment.create({
    data: { id: environmentId, organizationId, name: 'Development', slug: 'development', type: 'development' },
  });
  await prisma().user.create({ data: { id: userId, name: 'Demo', email: userEmail } });
}

/** All rows that exist when the history begins. */
async function found(world: World): Promise<void> {
  const { integrations, workflows, people, topics, preferences } = world;
  const insert = (table: string, rows: readonly object[]) =>
    insertRows(
      table,
      rows.map((row) => sealed(table, row as Parameters<typeof sealed>[1], MADE_BY.environmentId)),
    );
  const layouts = makeLayouts(world);
  await insert('layouts', layouts);
  await insert('layout_versions', makeLayoutVersions(world, layouts));
  await insert('integrations', Object.values(integrations));
  await insert('notification_groups', workflows.groups);
  await insert(
    'workflows',
    workflows.all.map(({ row }) => row),
  );
  await insert(
    'workflow_steps',
    workflows.all.flatMap(({ steps }) => steps),
  );
  await insert(
    'workflow_versions',
    workflows.all.flatMap(({ versions }) => versions),
  );
  await insert(
    'subscribers',
    people.map(({ row }) => row),
  );
  await insert(
    'subscriber_channels',
    people.flatMap(({ channels }) => channels),
  );
  await insert('contexts', world.contexts);
  await insert('topics', topics.topics);
  await insert('topic_subscriptions', topics.subscriptions);
  await insert('suppressions', world.suppressions);
  await insert(
    'preferences',
    preferences.filter(({ created_at }) => created_at < HISTORY_START),
  );
}
