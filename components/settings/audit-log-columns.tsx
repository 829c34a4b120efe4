import Link from 'next/link';
import { EnvironmentDot } from '#components/layout/environment-dot.tsx';
import { columnHelper } from '#components/table/features.ts';
import { Missing } from '#components/ui/missing.tsx';
import { Prose } from '#components/ui/prose.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { placeOf } from '#lib/audit-log/place.ts';
import type { AuditEntry } from '#lib/audit-log/schema.ts';
import { summaryOf } from '#lib/audit-log/summary.ts';
import { absoluteTime } from '#lib/time.ts';
import { actorName, useEnvironmentOf, useMemberNames } from './audit-names.ts';

const column = columnHelper<AuditEntry>();

export const auditColumns = column.columns([
  column.display({
    id: 'time',
    header: 'When',
    meta: { from: 'phone', width: '216px' },
    cell: ({ row }) => <TimeCell entry={row.original} />,
  }),
  column.display({
    id: 'action',
    header: 'What',
    cell: ({ row }) => <AuditSummary entry={row.original} />,
  }),
  column.display({
    id: 'environment',
    header: 'Environment',
    meta: { width: '148px', from: 'desk' },
    cell: ({ row }) => <EnvironmentName entry={row.original} />,
  }),
]);

/** The time; on phones, who it was too, so that the line below has room for what was done. */
function TimeCell({ entry }: { entry: AuditEntry }) {
  const names = useMemberNames();
  return (
    <span className="text-muted max-sm:text-xs max-sm:text-faint">
      <time dateTime={entry.createdAt}>{absoluteTime(entry.createdAt)}</time>
      <span className="sm:hidden"> · {actorName(entry.actor, names)}</span>
    </span>
  );
}

/** Who did what. */
export function AuditSummary({ entry }: { entry: AuditEntry }) {
  const names = useMemberNames();
  return (
    <span>
      <span className="font-medium">{actorName(entry.actor, names)}</span> <ActionSummary entry={entry} />
    </span>
  );
}

/** What was done. The thing, called as it was then, leads to its page while it is there. */
export function ActionSummary({ entry }: { entry: AuditEntry }) {
  const environment = useEnvironmentOf(entry);
  const { before, thing, after } = summaryOf(entry);
  const place = placeOf(entry, environment ? `/${environment.slug}` : '');
  return (
    <>
      <Prose>{before}</Prose>
      {thing !== undefined && ' '}
      {thing !== undefined && place !== undefined && environment ? (
        <Link href={place} prefetch={false} className="rounded-sm font-medium text-accent-text hover:underline">
          {thing}
        </Link>
      ) : (
        <span className="font-medium">{thing}</span>
      )}
      {after && ' '}
      <Prose>{after}</Prose>
    </>
  );
}

function EnvironmentName({ entry }: { entry: AuditEntry }) {
  const environment = useEnvironmentOf(entry);
  if (!environment) return <Missing />;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <EnvironmentDot environment={environment} />
      <Truncate value={environment.name} className="text-muted" />
    </span>
  );
}
