/** Tests reads on a real standby with streaming replication. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadRoutes } from '#lib/api/route-table.ts';
import { newId } from '#lib/id.ts';
import { sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { type Standby, startStandby } from '#testing/standby.ts';
import { disconnect, prisma, query, readOnReplica, readTogether, replicaState, transaction } from './db.ts';

ownScratchDatabase();

let standby: Standby;

beforeAll(async () => {
  standby = await startStandby();
  vi.stubEnv('DATABASE_READ_URL', standby.url);
});

afterAll(async () => {
  await disconnect();
  await standby.remove();
});

beforeEach(() => {
  // After a failure, reads use the primary for a while. A test begins after that.
  later += 60_000;
  vi.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + performance.now() + later);
});

let later = 0;

async function server(): Promise<'standby' | 'primary'> {
  const [row] = await query<{ isStandby: boolean }>('which-server', 'SELECT pg_is_in_recovery() AS "isStandby"');
  return row?.isStandby ? 'standby' : 'primary';
}

async function addOrganization(): Promise<string> {
  const { id } = await prisma().organization.create({ data: { id: newId(), name: 'Acme' } });
  return id;
}

test('reads run on the replica and contain everything that was committed before', async () => {
  expect(await server()).toBe('primary');
  for (let round = 0; round < 50; round++) {
    const id = await addOrganization();
    const found = await readOnReplica(async () => [
      await server(),
      (await prisma().organization.findUnique({ where: { id } }))?.id,
      (await readTogether<{ id: string }>('one-organization', 'SELECT id FROM organizations WHERE id = $1', [id]))[0]
        ?.id,
    ]);
    expect(found).toEqual(['standby', id, id]);
  }
  expect(await replicaState()).toEqual({ behindBytes: expect.any(Number) });
});

test('reads within a transaction use its connection', async () => {
  await transaction(async () => {
    const id = await addOrganization();
    expect(await readOnReplica(() => prisma().organization.count({ where: { id } }))).toBe(1);
  });
});

test('reads use the primary while the replica is behind, and the replica once it has caught up', async () => {
  await standby.setReplay(false);
  const id = await addOrganization();
  const read = () => readOnReplica(async () => [await server(), await prisma().organization.count({ where: { id } })]);
  expect(await read()).toEqual(['primary', 1]);
  const started = performance.now();
  expect(await read()).toEqual(['primary', 1]);
  expect(performance.now() - started, 'without another wait').toBeLessThan(150);
  expect((await replicaState())?.problem).toMatch(/^The replica is \d+ bytes behind the primary$/);
  await standby.setReplay(true);
  later += 60_000;
  expect(await read()).toEqual(['standby', 1]);
});

test('work that the replica cannot do is done on the primary', async () => {
  const id = newId();
  const write = async () => {
    await query('new-organization', `INSERT INTO organizations (id, name, updated_at) VALUES ($1, 'Acme', now())`, [
      id,
    ]);
    return server();
  };
  expect(await readOnReplica(write)).toBe('primary');
  expect(await prisma().organization.count({ where: { id } })).toBe(1);
});

test('an error of the work itself is passed on, and the work is not repeated', async () => {
  const work = vi.fn(async () => {
    throw new Error('not found');
  });
  await expect(readOnReplica(work)).rejects.toThrow('not found');
  expect(work).toHaveBeenCalledTimes(1);
  expect(await readOnReplica(server)).toBe('standby');
});

test('every operation that reads on the replica only reads', async () => {
  const { ctx, drain } = await sampleEnvironment();
  await sampleIntegrations(ctx, ['email']);
  const email = { type: 'email', name: 'Mail', controlValues: { subject: 'Hello', body: '<p>Hello</p>' } };
  const to = { subscriberId: 'joe', email: 'joe@example.com' };
  const workflowId = await sampleWorkflow(ctx, [email]);
  await trigger(ctx, workflowId, to);
  await drain();
  const integration = await prisma().integration.findFirstOrThrow({ where: { environmentId: ctx.environmentId } });
  const openedAt = new Date();
  const key = { environmentId: ctx.environmentId, integrationId: integration.id, openedAt };
  await prisma().outage.create({ data: { ...key, words: 'refused' } });
  const params = { integrationId: integration.id, openedAt: openedAt.toISOString(), subscriberId: 'joe' };
  const queries: Record<string, object> = {
    explain: { subscriber: 'joe' },
    countNotificationFailures: { workflowId },
  };
  const routes = await loadRoutes();
  const operations = routes.flatMap(({ handlers }) => (handlers.GET?.operation?.readsReplica ? [handlers.GET] : []));
  expect(operations.length).toBeGreaterThan(10);
  for (const { operation } of operations) {
    if (!operation) continue;
    const given = operation.query?.parse(queries[operation.operationId] ?? {});
    const input = { params: operation.params?.parse(params), query: given, ctx, requestId: 'r' };
    await readOnReplica(() => Promise.resolve(operation.handle(input as never)));
    expect([operation.operationId, await readOnReplica(server)]).toEqual([operation.operationId, 'standby']);
  }
});

test('a replica that became a primary is not read, because the two can differ', async () => {
  await standby.promote();
  expect(await readOnReplica(server)).toBe('primary');
  later += 60_000;
  expect((await replicaState())?.problem).toBe('DATABASE_READ_URL names a server that is not a replica');
  const id = await addOrganization();
  expect(await readOnReplica(() => prisma().organization.count({ where: { id } }))).toBe(1);
});

test('without the replica, reads use the primary', async () => {
  await standby.stop();
  const id = await addOrganization();
  expect(await readOnReplica(() => prisma().organization.count({ where: { id } }))).toBe(1);
  expect((await replicaState())?.problem).toMatch(/ECONNREFUSED|^Connection terminated/);
});
