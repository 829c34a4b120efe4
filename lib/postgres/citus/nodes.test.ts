import { beforeEach, expect, test, vi } from 'vitest';
import { logger } from '#lib/logger.ts';
import { functionName } from './node-function.ts';
import { CitusNodes, type Place } from './nodes.ts';

const TEXT = 'SELECT 1 FROM work WHERE environment_id = $1 AND lane = $2';
const SEARCH = 'SELECT environment_id FROM work';
const CALL = functionName('claim', TEXT);
const CALL_TEXT = `SELECT * FROM belfry_citus."${CALL}" ($1, $2)`;

type Sent = { name?: string; text: string; values?: unknown[] };
type Answer = (statement: Sent) => unknown[];

/** A pool that responds with rows, and records the statements that it receives. */
function fakePool(answer: Answer, current?: object) {
  const sent: Sent[] = [];
  const query = async (statement: Sent) => {
    sent.push(statement);
    return { rows: answer(statement) };
  };
  return { sent, query, queryTogether: query, current, end: async () => undefined };
}

/** The pools of the nodes, by port. */
let pools: Record<number, ReturnType<typeof fakePool>>;
/** The ports of the nodes with shards. The first one has every environment. */
let ports: number[];

beforeEach(() => {
  vi.spyOn(logger(), 'warn').mockImplementation(() => undefined);
  pools = { 1: fakePool(() => [{ from: 1 }]), 2: fakePool(() => [{ from: 2 }]) };
  ports = [1, 2];
});

function coordinatorPool(current?: object) {
  return fakePool(({ name }) => {
    const places = ports.map((port): Place => ({ host: 'node', port }));
    if (name === 'citus-places') return places;
    return name === 'citus-place' ? places.slice(0, 1) : [{ from: 'coordinator' }];
  }, current);
}

function nodesOf(coordinator: ReturnType<typeof fakePool>, inTransactions = true): CitusNodes {
  const functions = [
    { name: CALL, arguments: 2, inTransactions },
    { name: functionName('search', SEARCH), arguments: 0, inTransactions },
  ];
  return new CitusNodes(coordinator as never, ({ port }) => pools[port] as never, functions);
}

const claim = { name: 'claim', text: TEXT, values: ['environment', 1] };
const failing = (code?: string) =>
  fakePool(({ name }) => {
    if (name === undefined && code !== undefined) return [];
    throw Object.assign(new Error('failed'), code ? { code, severity: 'ERROR' } : { code: 'ECONNREFUSED' });
  });

test('a statement with a function runs on the node of its environment, and the node is remembered', async () => {
  const coordinator = coordinatorPool();
  const nodes = nodesOf(coordinator);
  expect((await nodes.query(claim)).rows).toEqual([{ from: 1 }]);
  expect((await nodes.queryTogether(claim)).rows).toEqual([{ from: 1 }]);
  expect(coordinator.sent.map(({ name }) => name)).toEqual(['citus-place']);
  const call = { name: CALL, text: CALL_TEXT, values: ['environment', 1] };
  expect(pools[1]?.sent).toEqual([{ text: 'SELECT' }, call, call]);
  expect(nodes.pools()).toEqual([['node:1', pools[1]]]);
});

test('the node of an environment is read again after some seconds', async () => {
  const coordinator = coordinatorPool();
  const nodes = nodesOf(coordinator);
  await nodes.query(claim);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  ports = [2];
  expect((await nodes.query(claim)).rows).toEqual([{ from: 2 }]);
  vi.restoreAllMocks();
});

test('a statement without a function, or with the text of another release, runs unchanged at the coordinator', async () => {
  const coordinator = coordinatorPool();
  const other = { ...claim, text: `${TEXT} ORDER BY ready_at` };
  expect((await nodesOf(coordinator).query(other)).rows).toEqual([{ from: 'coordinator' }]);
  expect(coordinator.sent).toEqual([other]);
});

test('within a transaction, the transaction’s connection passes the call on', async () => {
  const coordinator = coordinatorPool({});
  expect((await nodesOf(coordinator).query(claim)).rows).toEqual([{ from: 'coordinator' }]);
  expect(coordinator.sent).toEqual([{ name: CALL, text: CALL_TEXT, values: claim.values }]);
});

test('within a transaction, a call that cannot be passed on is the statement itself', async () => {
  const coordinator = coordinatorPool({});
  await nodesOf(coordinator, false).query(claim);
  expect(coordinator.sent).toEqual([claim]);
});

test('if the shard has moved, the coordinator passes the call on, and the next statement finds the new node', async () => {
  const coordinator = coordinatorPool();
  const nodes = nodesOf(coordinator);
  pools[1] = failing('40001');
  expect((await nodes.query(claim)).rows).toEqual([{ from: 'coordinator' }]);
  ports = [2];
  expect((await nodes.query(claim)).rows).toEqual([{ from: 2 }]);
});

test('any other error of a node is an error of the statement, which does not run twice', async () => {
  const coordinator = coordinatorPool();
  pools[1] = failing('23505');
  await expect(nodesOf(coordinator).query(claim)).rejects.toMatchObject({ code: '23505' });
  expect(coordinator.sent.map(({ name }) => name)).toEqual(['citus-place']);
});

test('the coordinator passes calls on to a node that cannot be reached', async () => {
  pools[1] = failing();
  const nodes = nodesOf(coordinatorPool());
  for (let times = 0; times < 2; times++) expect((await nodes.query(claim)).rows).toEqual([{ from: 'coordinator' }]);
  expect(pools[1]?.sent).toHaveLength(1);
  expect(logger().warn).toHaveBeenCalledOnce();
});

test('a search returns the rows of every node that answers, and fails if none does', async () => {
  const search = { name: 'search', text: SEARCH };
  expect(await nodesOf(coordinatorPool()).everywhere(search)).toEqual([{ from: 1 }, { from: 2 }]);
  pools[1] = failing();
  expect(await nodesOf(coordinatorPool()).everywhere(search)).toEqual([{ from: 2 }]);
  pools[2] = failing();
  await expect(nodesOf(coordinatorPool()).everywhere(search)).rejects.toThrow('node:1 of Citus cannot be reached');
});

test('a search without a function says how to create it', async () => {
  const nodes = nodesOf(coordinatorPool());
  await expect(nodes.everywhere({ name: 'other', text: SEARCH })).rejects.toThrow('run npm run db:migrate');
});
