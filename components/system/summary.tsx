import { useReader } from '#components/layout/first-paint.ts';
import { cn } from '#components/ui/cn.ts';
import { bytesText, delayText, signedBytes } from '#lib/system/figures-text.ts';
import type { SystemPart, SystemReport } from '#lib/system/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { timesAt } from '#lib/time/day-time.ts';
import { agoText, durationText, momentText } from '#lib/time/time.ts';

/** The four figures that answer most questions. A figure has the colour of the worst finding about it. */
export function Summary({ report }: { report: SystemReport }) {
  const { at, workers, queue, delays, database } = report;
  const { zone } = useReader();
  const alive = workers.filter((worker) => worker.alive).length;
  const ready = queue.reduce((sum, lane) => sum + lane.ready, 0);
  const oldest = Math.max(...queue.map(({ oldestSeconds = 0 }) => oldestSeconds));
  const hour = delays.at(-1);
  const seen = workers
    .map(({ seenAt }) => seenAt)
    .sort()
    .at(-1);
  const tables = database.tables.filter(({ growth }) => growth);
  const grown = tables.reduce((sum, { growth }) => sum + (growth?.bytes ?? 0), 0);
  const since = tables[0]?.growth?.since;
  return (
    <dl className="grid grid-cols-2 gap-3 list-x pt-3 lg:grid-cols-4">
      <Figure label="Workers" tone={toneOf(report, 'workers')} value={`${alive} running`}>
        {seen ? `Last heartbeat ${agoText(Date.parse(at) - Date.parse(seen))}` : 'No heartbeat'}
      </Figure>
      <Figure label="Queue" tone={toneOf(report, 'queue')} value={`${ready.toLocaleString('en')} ready`}>
        {ready > 0 ? `Oldest has waited ${durationText(oldest * 1000)}` : 'Nothing waits for a worker'}
      </Figure>
      <Figure label="Start delay, p95" value={delayText(hour?.p95)}>
        {hour
          ? `${counted(hour.jobs, 'job')} in the hour from ${timesAt(Date.parse(at), zone).time(hour.hour)}`
          : 'No job in 24 hours'}
      </Figure>
      <Figure label="Database" tone={toneOf(report, 'database')} value={bytesText(database.bytes)}>
        {since ? `${signedBytes(grown)} since ${momentText(since, zone)}` : 'Growth is shown from the second day'}
      </Figure>
    </dl>
  );
}

function toneOf({ findings }: SystemReport, part: SystemPart): 'bad' | 'warn' | undefined {
  return findings.find((finding) => finding.part === part)?.level;
}

interface Props {
  label: string;
  value: string;
  tone?: 'bad' | 'warn' | undefined;
  children: string;
}

function Figure({ label, value, tone, children }: Props) {
  return (
    <div className="min-w-0 rounded-lg border border-line bg-surface px-3 py-2.5">
      <dt className="text-xs text-faint">{label}</dt>
      <dd
        className={cn('truncate text-lg font-semibold', tone === 'bad' && 'text-bad', tone === 'warn' && 'text-warn')}
        data-numeric
      >
        {value}
      </dd>
      <dd className="text-xs text-pretty text-muted" data-numeric>
        {children}
      </dd>
    </div>
  );
}
