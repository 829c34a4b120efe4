import { counted } from '#lib/text/counted.ts';
import { durationText } from '#lib/time/time.ts';
import { bytesText, delayText, growthText, monthsText } from './figures-text.ts';
import type { SystemReport } from './schema.ts';

/** The column at which the values start. */
const INDENT = 16;

const marks = { bad: '✗', warn: '!' } as const;

/** Returns the report as plain text: the problems with their fixes, then the facts. */
export function systemText(report: SystemReport): string {
  const findings = report.findings.map(({ level, title, action }) => `${marks[level]} ${title}\n  ${action}`);
  const head = findings.length > 0 ? findings.join('\n\n') : '✓ Everything works.';
  return `${head}\n\n${factLines(report).join('\n')}`;
}

function factLines(report: SystemReport): string[] {
  const { versions, database, history, migrations, encryption, requestErrors } = report;
  return [
    ...fact('Versions', [`Belfry ${versions.belfry}, PostgreSQL ${versions.postgresql}, Node ${versions.node}`]),
    ...fact('Workers', workerLines(report)),
    ...fact('Queue', queueLines(report)),
    ...fact('Start delay', delayLines(report)),
    ...fact(
      'Outages',
      report.outages.map(({ name, environment, openedAt }) => `${name} in ${environment.name}, since ${openedAt}`),
    ),
    ...fact('Request errors', [
      `${requestErrors.count}${requestErrors.capped ? ' or more' : ''} in 24 h`,
      ...requestErrors.operations.map(({ operationId, count, lastAt }) => `${operationId}: ${count}, last ${lastAt}`),
    ]),
    ...fact('Database', [
      bytesText(database.bytes),
      ...database.tables.map(
        (table) =>
          `${table.name}: ${bytesText(table.bytes)}, about ${table.rows.toLocaleString('en')} rows${growthText(table)}`,
      ),
    ]),
    ...fact('Replication', [replicationText(report)]),
    ...fact('History', [
      `${monthsText(history.months)}, ${history.strayRows.count} rows outside the monthly partitions`,
    ]),
    ...fact('Maintenance', [maintenanceText(report)]),
    ...fact('Migrations', [`${migrations.pending.length} pending`, ...migrations.pending]),
    ...fact('Encryption keys', [
      ...encryption.keys.map((key, at) => keyText(report, key, at === 0)),
      ...(encryption.rotation ? [rotationText(encryption.rotation)] : []),
    ]),
  ];
}

function fact(label: string, values: readonly string[]): string[] {
  const shown = values.length > 0 ? values : ['none'];
  return shown.map((value, at) => `${(at === 0 ? label : '').padEnd(INDENT)} ${value}`);
}

function workerLines({ at, workers }: SystemReport): string[] {
  return workers.map(({ _id, alive, startedAt, seenAt }) => {
    const silent = durationText(Date.parse(at) - Date.parse(seenAt));
    return `${_id}: ${alive ? 'running' : 'silent'}, last heartbeat ${silent} ago, started ${startedAt}`;
  });
}

function queueLines({ queue }: SystemReport): string[] {
  return queue.map(({ lane, ready, oldestSeconds }) => {
    const age = oldestSeconds === undefined ? '' : `, oldest waiting for ${durationText(oldestSeconds * 1000)}`;
    return `${lane}: ${ready.toLocaleString('en')} ready${age}`;
  });
}

function delayLines({ delays }: SystemReport): string[] {
  return delays.map(
    ({ hour, jobs, p50, p95, p99 }) =>
      `${hour.slice(0, 16)}Z: p50 ${delayText(p50)}, p95 ${delayText(p95)}, p99 ${delayText(p99)} (${jobs.toLocaleString('en')} jobs)`,
  );
}

function replicationText({ database: { replication } }: SystemReport): string {
  const { standbys, synchronous, readReplica } = replication;
  const shown = standbys === 0 ? 'no standby' : `${counted(standbys, 'standby')}, ${synchronous ? '' : 'a'}synchronous`;
  return readReplica && !readReplica.problem ? `${shown}; lists are read from the read replica` : shown;
}

function maintenanceText({ maintenance: { last } }: SystemReport): string {
  if (!last) return 'not finished yet';
  return `finished ${last.finishedAt} in ${durationText(last.durationMs)}: ${last.rowsDeleted.toLocaleString('en')} rows deleted, ${last.partitionsMade} partitions created, ${last.partitionsDropped} dropped`;
}

function rotationText({ key, unreadable, finishedAt }: NonNullable<SystemReport['encryption']['rotation']>): string {
  return `rotated to ${key} ${finishedAt}${unreadable > 0 ? `, except ${counted(unreadable, 'unreadable value')}` : ''}`;
}

function keyText({ encryption: { values } }: SystemReport, key: string, isFirst: boolean): string {
  const count = values.find((value) => value.key === key)?.count ?? 0;
  return `${key}: ${count} secrets${isFirst ? ', encrypts new secrets' : ''}`;
}
