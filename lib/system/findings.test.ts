import { expect, test } from 'vitest';
import { findingsOf } from './findings.ts';
import type { SystemFacts } from './schema.ts';

const AT = '2026-11-27T12:00:00.000Z';
const ago = (seconds: number) => new Date(Date.parse(AT) - seconds * 1000).toISOString();
const [MINUTE, HOUR] = [60, 3600];

const worker = (silent = 1, age = 2 * HOUR) => ({
  ...{ _id: 'w1', startedAt: ago(age), seenAt: ago(silent), alive: silent < 15 },
});
const maintained = (seconds: number) => ({
  ...{
    finishedAt: ago(seconds),
    durationMs: 80,
    partitionsMade: 0,
    partitionsDropped: 0,
    rowsDeleted: 3,
    workRestored: 0,
  },
});
const environment = { _id: 'e1', name: 'Production', slug: 'production' };
const breaker = { environment, openedAt: ago(120), probeAt: AT };
const noErrors = { count: 0, capped: false, lastHour: 0, operations: [] };

const healthy: SystemFacts = {
  at: AT,
  address: 'https://belfry.example',
  versions: { belfry: '0.1.0', postgresql: '18.0', node: '26.0.0' },
  workers: [worker()],
  queue: [
    { lane: 'urgent', ready: 0 },
    { lane: 'normal', ready: 3, oldestSeconds: 0.2 },
    { lane: 'fanout', ready: 900, oldestSeconds: 8 * MINUTE },
  ],
  delays: [],
  outages: [],
  retrying: [],
  database: { bytes: 1, readOnly: false, clockAheadMs: 3, replication: { standbys: 2, synchronous: true }, tables: [] },
  history: { months: ['2026-11', '2026-12', '2027-01', '2027-02'], strayRows: { count: 0, capped: false } },
  migrations: { pending: [], unknown: [] },
  encryption: { keys: ['k2', 'k1'], values: [{ key: 'k1', count: 4 }] },
  maintenance: { last: maintained(40 * MINUTE), failure: { failedAt: ago(5 * HOUR), message: 'canceled' } },
  requestErrors: noErrors,
};

test('a healthy installation has no findings', () => {
  expect(findingsOf(healthy)).toEqual([]);
});

const normal = (oldestSeconds: number) => ({ queue: [{ lane: 'normal' as const, ready: 9, oldestSeconds }] });
const fanout = (oldestSeconds: number) => ({ queue: [{ lane: 'fanout' as const, ready: 9, oldestSeconds }] });
const database = (change: Partial<SystemFacts['database']>) => ({ database: { ...healthy.database, ...change } });
const history = (change: Partial<SystemFacts['history']>) => ({ history: { ...healthy.history, ...change } });
const errors = (count: number, lastHour: number) => ({
  requestErrors: {
    ...{ count, lastHour, capped: count >= 1000 },
    operations: [{ operationId: 'triggerEvent', count, lastAt: AT }],
  },
});

const rows: [name: string, change: Partial<SystemFacts>, findings: [level: string, title: string][]][] = [
  ['no worker', { workers: [] }, [['bad', 'Nothing is delivered: no worker is running']]],
  [
    'a worker that was killed',
    { workers: [worker(15), worker(200)] },
    [['bad', 'Nothing is delivered: the last worker has been silent for 15 s']],
  ],
  [
    'without a worker, that work waits says nothing new',
    { workers: [], ...normal(HOUR) },
    [['bad', 'Nothing is delivered: no worker is running']],
  ],
  [
    'one of two workers hangs',
    { workers: [worker(), { ...worker(180), _id: 'w2' }] },
    [['warn', 'Worker w2 has been silent for 3 min']],
  ],
  ['work that waits a little', normal(59), []],
  ['work that waits', normal(60), [['warn', 'Normal work has waited 1 min for a worker']]],
  ['work that waits long', normal(7 * MINUTE), [['bad', 'Normal work has waited 7 min for a worker']]],
  ['a fan-out that waits', fanout(20 * MINUTE), [['warn', 'A fan-out has waited 20 min for a worker']]],
  ['a fan-out that waits long', fanout(61 * MINUTE), [['bad', 'A fan-out has waited 1 h 1 min for a worker']]],
  [
    'a provider that cannot be reached',
    { outages: [{ kind: 'integration', name: 'SES', _integrationId: 'i1', ...breaker }] },
    [['bad', 'The provider of SES in Production has been unreachable for 2 min']],
  ],
  [
    'an integration whose attempts fail without an outage',
    { retrying: [{ _integrationId: 'i1', name: 'SES', environment }] },
    [['warn', 'The last attempts through SES in Production failed']],
  ],
  [
    'a host of HTTP steps',
    { outages: [{ kind: 'host', name: 'api.example.com', ...breaker }] },
    [['warn', 'HTTP steps in Production have not reached api.example.com for 2 min']],
  ],
  ['a standby', database({ readOnly: true }), [['bad', 'The database accepts no writes']]],
  [
    'standbys, none of them synchronous',
    database({ replication: { standbys: 2, synchronous: false } }),
    [['warn', 'No standby is synchronous, so a failover can lose acknowledged triggers']],
  ],
  [
    'a read replica that is not usable',
    database({ replication: { standbys: 1, synchronous: true, readReplica: { problem: 'refused' } } }),
    [['warn', 'Lists are read on the primary, because the read replica is not usable: refused']],
  ],
  ['no standby', database({ replication: { standbys: 0, synchronous: false } }), []],
  [
    'a clock ahead',
    database({ clockAheadMs: 5000 }),
    [['warn', 'The clock of this process is 5.0 s ahead of the database’s']],
  ],
  [
    'a clock behind',
    database({ clockAheadMs: -5000 }),
    [['warn', 'The clock of this process is 5.0 s behind the database’s']],
  ],
  [
    'one month missing',
    history({ months: ['2026-11', '2027-01'] }),
    [['warn', 'The history has no partition for 2026-12']],
  ],
  ['the months missing', history({ months: [] }), [['bad', 'The history has no partition for 2026-11 and 2026-12']]],
  [
    'stray rows',
    history({ strayRows: { count: 1, capped: false } }),
    [['warn', '1 history row is in no monthly partition']],
  ],
  [
    'pending migrations',
    { migrations: { pending: ['a', 'b'], unknown: [] } },
    [['bad', '2 migrations are not applied']],
  ],
  [
    'an older process',
    { migrations: { pending: [], unknown: ['z'] } },
    [['warn', 'A newer version of Belfry migrated the database']],
  ],
  [
    'a lost key',
    {
      encryption: {
        keys: ['k2'],
        values: [
          { key: 'k0', count: 1 },
          { key: 'k2', count: 4 },
        ],
      },
    },
    [['bad', 'ENCRYPTION_KEYS lacks the key k0, which encrypted 1 secret']],
  ],
  [
    'maintenance that failed after a success',
    { maintenance: { last: maintained(HOUR), failure: { failedAt: ago(MINUTE), message: 'canceled' } } },
    [['bad', 'The last maintenance failed: canceled']],
  ],
  [
    'maintenance that is late',
    { maintenance: { last: maintained(4 * HOUR) } },
    [['bad', 'Maintenance has not finished for 4 h']],
  ],
  [
    'after a long pause, the worker gets its time',
    { workers: [worker(1, MINUTE)], maintenance: { last: maintained(99 * HOUR) } },
    [],
  ],
  ['maintenance that never finished', { maintenance: {} }, [['bad', 'Maintenance has never finished']]],
  ['a new installation', { workers: [worker(1, MINUTE)], maintenance: {} }, []],
  [
    'some request errors',
    errors(3, 3),
    [['warn', '3 requests failed in the last 24 hours, most of them triggerEvent']],
  ],
  [
    'many request errors now',
    errors(1000, 10),
    [['bad', 'More than 1,000 requests failed in the last 24 hours, most of them triggerEvent']],
  ],
];

test.each(rows)('%s', (_, change, expected) => {
  const found = findingsOf({ ...healthy, ...change });
  expect(found.map(({ level, title }) => [level, title])).toEqual(expected);
});

test('every finding has a fix in one sentence', () => {
  const found = rows.flatMap(([, change]) => findingsOf({ ...healthy, ...change }));
  expect(new Set(found.map(({ code }) => code)).size).toBe(18);
  for (const { action } of found) expect(action).toMatch(/^[A-Z].{15,}\.$/);
});

test('the worst findings are first', () => {
  const change = { ...errors(3, 3), maintenance: {}, ...database({ clockAheadMs: 9000 }) };
  expect(findingsOf({ ...healthy, ...change }).map(({ level }) => level)).toEqual(['bad', 'warn', 'warn']);
});

test('a finding about an integration names its outage, one about a host does not', () => {
  const at = {
    environment: { _id: 'e', name: 'Production', slug: 'production' },
    openedAt: healthy.at,
    probeAt: healthy.at,
  };
  const outages: SystemFacts['outages'] = [
    { kind: 'integration', name: 'SES', _integrationId: 'i1', ...at },
    { kind: 'host', name: 'api.shop.example', ...at },
  ];
  expect(findingsOf({ ...healthy, outages }).map(({ outage }) => outage)).toEqual([
    { _integrationId: 'i1' },
    undefined,
  ]);
});

test.each([
  [true, 'make another integration primary'],
  [false, 'the triggers that name it, and its conditions'],
  [undefined, 'Look at the provider’s status page.'],
])('the advice about an outage fits how the integration is used (primary: %s)', (primary, advice) => {
  const unreachable = { kind: 'integration' as const, name: 'SES', _integrationId: 'i1', ...breaker };
  const outages = [{ ...unreachable, ...(primary !== undefined && { primary }) }];
  const [{ action = '' } = {}] = findingsOf({ ...healthy, outages });
  expect(action).toContain(advice);
  expect(action.includes('primary')).toBe(primary === true);
});
