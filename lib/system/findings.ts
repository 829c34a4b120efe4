import { counted } from '#lib/text/counted.ts';
import { listText } from '#lib/text/list-text.ts';
import { HOUR_MS } from '#lib/time/durations.ts';
import { durationText } from '#lib/time/time.ts';
import type { Finding, FindingLevel, SystemFacts } from './schema.ts';

const MINUTE = 60;

/**
 * How long the oldest due job of a lane may wait until the finding is a warning (`warn`), and until it is red (`bad`),
 * in seconds. Fan-outs may wait longer.
 */
const LATE = {
  urgent: { warn: MINUTE, bad: 5 * MINUTE },
  normal: { warn: MINUTE, bad: 5 * MINUTE },
  fanout: { warn: 15 * MINUTE, bad: 60 * MINUTE },
};
/** Three hours, because maintenance starts every hour and one run may take long. */
const MAINTENANCE_LATE_MS = 3 * HOUR_MS;
/** A worker begins maintenance within a second of its start. */
const MAINTENANCE_FIRST_MS = 30 * 60_000;
/** Workers warn about their own clock at the same difference. */
const CLOCK_WARN_MS = 2_000;
/**
 * The number of request errors in the last hour from which the finding is red. Fewer errors may come from a restart of
 * the database.
 */
const ERRORS_BAD = 10;

const START_WORKER =
  'Start a worker: `npm start` runs a worker with the web process. If the processes run separately, start `node worker.ts`.';

/** Returns the findings that follow from the facts, the worst first. Each contains a fix. */
export function findingsOf(facts: SystemFacts): Finding[] {
  const found = [
    ...ofDatabase(facts),
    ...ofVersions(facts),
    ...ofWorkers(facts),
    ...ofQueue(facts),
    ...ofOutages(facts),
    ...ofRetries(facts),
    ...ofEncryption(facts),
    ...ofHistory(facts),
    ...ofMaintenance(facts),
    ...ofRequests(facts),
  ];
  return found.sort((one, other) => rank(one.level) - rank(other.level));
}

function rank(level: FindingLevel): number {
  return level === 'bad' ? 0 : 1;
}

function ofDatabase({ database: { readOnly, clockAheadMs, replication } }: SystemFacts): Finding[] {
  const part = 'database';
  const found: Finding[] = [];
  if (readOnly)
    found.push({
      ...{ code: 'database_read_only', level: 'bad', part },
      title: 'The database accepts no writes',
      action: 'Check whether DATABASE_URL names a standby, and whether the disk is full.',
    });
  if (replication.standbys > 0 && !replication.synchronous)
    found.push({
      ...{ code: 'replication_asynchronous', level: 'warn', part },
      title: 'No standby is synchronous, so a failover can lose acknowledged triggers',
      action:
        'Set `synchronous_standby_names`, or `synchronous_mode` of Patroni. In a test with a standby one second behind, a failover lost 144 of 4,394 triggers.',
    });
  if (replication.readReplica?.problem)
    found.push({
      ...{ code: 'read_replica_unusable', level: 'warn', part },
      title: `Lists are read on the primary, because the read replica is not usable: ${replication.readReplica.problem}`,
      action: 'Check the server that DATABASE_READ_URL names, its replication, and long queries on it.',
    });
  if (Math.abs(clockAheadMs) > CLOCK_WARN_MS)
    found.push({
      ...{ code: 'clock_differs', level: 'warn', part },
      title: `The clock of this process is ${durationText(Math.abs(clockAheadMs))} ${clockAheadMs > 0 ? 'ahead of' : 'behind'} the database’s`,
      action: 'Synchronise the clocks of all machines with a time server (NTP).',
    });
  return found;
}

function ofVersions({ migrations: { pending, unknown } }: SystemFacts): Finding[] {
  const part = 'versions';
  const found: Finding[] = [];
  if (pending.length > 0)
    found.push({
      ...{ code: 'migrations_pending', level: 'bad', part },
      title: `${counted(pending.length, 'migration is', 'migrations are')} not applied`,
      action: 'Run `npm run db:migrate`, or restart with `npm start`, which applies them.',
    });
  if (unknown.length > 0)
    found.push({
      ...{ code: 'migrations_unknown', level: 'warn', part },
      title: 'A newer version of Belfry migrated the database',
      action: 'Update this process to the version of the other processes, and restart it.',
    });
  return found;
}

function ofWorkers({ at, workers }: SystemFacts): Finding[] {
  const part = 'workers';
  if (workers.some(({ alive }) => alive)) {
    return workers
      .filter(({ alive }) => !alive)
      .map(({ _id, seenAt }) => ({
        ...{ code: 'worker_silent', level: 'warn', part },
        title: `Worker ${_id} has been silent for ${ageText(seenAt, at)}`,
        action:
          'Its jobs are delayed until the worker responds or ends. If the worker hangs, end its process; another worker continues.',
      }));
  }
  const last = workers
    .map(({ seenAt }) => seenAt)
    .sort()
    .at(-1);
  return [
    {
      ...{ code: 'no_worker', level: 'bad', part },
      title: last
        ? `Nothing is delivered: the last worker has been silent for ${ageText(last, at)}`
        : 'Nothing is delivered: no worker is running',
      action: START_WORKER,
    },
  ];
}

const laneNames = { urgent: 'Urgent work', normal: 'Normal work', fanout: 'A fan-out' } as const;

/** Returns the findings about the queue. None if no worker runs, because another finding already reports that cause. */
function ofQueue({ workers, queue }: SystemFacts): Finding[] {
  if (!workers.some(({ alive }) => alive)) return [];
  return queue.flatMap(({ lane, oldestSeconds = 0 }): Finding[] => {
    const { warn, bad } = LATE[lane];
    if (oldestSeconds < warn) return [];
    return [
      {
        ...{ code: 'work_late', level: oldestSeconds < bad ? 'warn' : 'bad', part: 'queue' },
        title: `${laneNames[lane]} has waited ${durationText(oldestSeconds * 1000)} for a worker`,
        action:
          'Start another worker. If the waiting time does not fall, look at the load of the database and at the logs of the workers.',
      },
    ];
  });
}

function ofOutages({ at, outages }: SystemFacts): Finding[] {
  return outages.map(({ kind, name, _integrationId, primary, environment, openedAt }) =>
    kind === 'integration'
      ? {
          ...{ code: 'integration_unreachable', level: 'bad', part: 'outages' },
          title: `The provider of ${name} in ${environment.name} has been unreachable for ${ageText(openedAt, at)}`,
          action: `Its messages wait and are retried. Look at the provider’s status page${otherWay(primary)}.`,
          ...(_integrationId && { outage: { _integrationId } }),
        }
      : {
          ...{ code: 'host_unreachable', level: 'warn', part: 'outages' },
          title: `HTTP steps in ${environment.name} have not reached ${name} for ${ageText(openedAt, at)}`,
          action:
            'Their runs wait, and the requests are retried. Check the server, and that this machine can reach it.',
        },
  );
}

/** Returns what else helps: nothing for a channel whose recipients have their addresses in the integration. */
function otherWay(primary: boolean | undefined): string {
  if (primary === undefined) return '';
  return primary
    ? ', or make another integration primary'
    : ', or change what sends through it: the triggers that name it, and its conditions';
}

function ofRetries({ retrying }: SystemFacts): Finding[] {
  return retrying.map(({ name, environment }) => ({
    ...{ code: 'integration_retrying', level: 'warn', part: 'outages' },
    title: `The last attempts through ${name} in ${environment.name} failed`,
    action: 'Its messages are retried. Read the cause in a waiting run, or test the connection of the integration.',
  }));
}

function ofEncryption({ encryption: { keys, values } }: SystemFacts): Finding[] {
  return values
    .filter(({ key }) => !keys.includes(key))
    .map(({ key, count }) => ({
      ...{ code: 'encryption_key_missing', level: 'bad', part: 'encryption' },
      title: `ENCRYPTION_KEYS lacks the key ${key}, which encrypted ${counted(count, 'secret')}`,
      action: `Add ${key} after the first key, and restart. If the key is lost, enter the secrets again.`,
    }));
}

function ofHistory({ at, history: { months, strayRows } }: SystemFacts): Finding[] {
  const part = 'history';
  const found: Finding[] = [];
  const missing = [monthOf(at, 0), monthOf(at, 1)].filter((month) => !months.includes(month));
  if (missing.length > 0)
    found.push({
      ...{ code: 'partitions_missing', level: missing.includes(monthOf(at, 0)) ? 'bad' : 'warn', part },
      title: `The history has no partition for ${listText(missing, 'and')}`,
      action:
        'A worker creates the partitions every hour: check that a worker runs, and check the result of the last maintenance.',
    });
  if (strayRows.count > 0)
    found.push({
      ...{ code: 'stray_rows', level: 'warn', part },
      title: `${strayRows.capped ? 'More than ' : ''}${counted(strayRows.count, 'history row is', 'history rows are')} in no monthly partition`,
      action:
        'Check the clocks of all machines, and that a worker always runs. Maintenance moves rows of the retained months.',
    });
  return found;
}

function ofMaintenance({ at, workers, maintenance: { last, failure } }: SystemFacts): Finding[] {
  const part = 'maintenance';
  if (failure && (!last || failure.failedAt > last.finishedAt))
    return [
      {
        ...{ code: 'maintenance_failed', level: 'bad', part },
        title: `The last maintenance failed: ${failure.message}`,
        action: 'Search the logs of the workers for “Maintenance failed”. Maintenance is retried every 30 s.',
      },
    ];
  const alive = workers.filter((worker) => worker.alive);
  if (alive.length === 0) return [];
  const started = alive.map(({ startedAt }) => startedAt).sort()[0] ?? at;
  const late = last
    ? age(last.finishedAt, at) > MAINTENANCE_LATE_MS && age(started, at) > MAINTENANCE_FIRST_MS
    : age(started, at) > MAINTENANCE_FIRST_MS;
  if (!late) return [];
  return [
    {
      ...{ code: 'maintenance_late', level: 'bad', part },
      title: last
        ? `Maintenance has not finished for ${ageText(last.finishedAt, at)}`
        : 'Maintenance has never finished',
      action:
        'Old data is kept until maintenance finishes. Look at the logs of the workers, and for a transaction that holds locks.',
    },
  ];
}

function ofRequests({ requestErrors: { count, capped, lastHour, operations } }: SystemFacts): Finding[] {
  if (count === 0) return [];
  const [first] = operations;
  return [
    {
      ...{ code: 'request_errors', level: lastHour >= ERRORS_BAD ? 'bad' : 'warn', part: 'requests' },
      title: `${capped ? 'More than ' : ''}${counted(count, 'request')} failed in the last 24 hours${first ? `, most of them ${first.operationId}` : ''}`,
      action: 'Search the logs of the web processes for the level error: each line has the ID of its request.',
    },
  ];
}

function age(since: string, at: string): number {
  return Math.max(0, Date.parse(at) - Date.parse(since));
}

function ageText(since: string, at: string): string {
  return durationText(age(since, at));
}

/** Returns the month of a time plus some months: `2027-03`. */
function monthOf(at: string, later: number): string {
  const date = new Date(at);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later)).toISOString().slice(0, 7);
}
