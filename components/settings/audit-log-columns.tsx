import Link from 'next/link';
import { EnvironmentDot } from '#components/layout/environment-dot.tsx';
import { columnHelper } from '#components/table/features.ts';
import { Code } from '#components/ui/code.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { Prose } from '#components/ui/prose.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { detailOf } from '#lib/audit-log/detail.ts';
import { placeOf } from '#lib/audit-log/place.ts';
import type { AuditEntry } from '#lib/audit-log/schema.ts';
import { summaryOf } from '#lib/audit-log/summary.ts';
import { absoluteTime, clockTime } from '#lib/time/time.ts';
import type { AuditLine } from './audit-lines.ts';
import { actorName, useEnvironmentOf, useMemberNames } from './audit-names.ts';

const column = columnHelper<AuditLine>();

export const auditColumns = column.columns([
  column.display({
    id: 'time',
    header: 'When',
    meta: { from: 'phone', width: '92px' },
    cell: ({ row }) => <TimeCell entry={row.original.entry} />,
  }),
  column.display({
    id: 'action',
    header: 'What',
    cell: ({ row }) => (
      <>
        <Actor entry={row.original.entry} /> <LineText line={row.original} />
      </>
    ),
  }),
  column.display({
    id: 'environment',
    header: 'Environment',
    meta: { width: 'clamp(124px, 12vw, 148px)' },
    cell: ({ row }) => <EnvironmentName entry={row.original.entry} />,
  }),
]);

/**
 * The time of the day whose heading is above; on phones, who it was and where too, so that the line below has room for
 * the rest.
 */
function TimeCell({ entry }: { entry: AuditEntry }) {
  const { createdAt, actor } = entry;
  const names = useMemberNames();
  const environment = useEnvironmentOf(entry);
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-muted max-sm:gap-1 max-sm:text-xs max-sm:text-faint">
      <time dateTime={createdAt} data-tip={absoluteTime(createdAt)} data-numeric>
        {clockTime(createdAt)}
      </time>
      <span className="min-w-0 truncate sm:hidden">· {actorName(actor, names)}</span>
      {environment && (
        <span className="ml-auto flex shrink-0 items-center gap-1.5 sm:hidden">
          <EnvironmentDot environment={environment} />
          {environment.name}
        </span>
      )}
    </span>
  );
}

function Actor({ entry }: { entry: AuditEntry }) {
  return <span className="font-medium">{actorName(entry.actor, useMemberNames())}</span>;
}

/** What was done, how often, and what changed by it. */
export function LineText({ line: { entry, folded } }: { line: AuditLine }) {
  const detail = detailOf(entry);
  const first = folded.at(-1);
  return (
    <>
      <ActionSummary entry={entry} />
      {first && ` ${folded.length === 1 ? 'twice' : `${folded.length + 1} times`} since ${clockTime(first.createdAt)}`}
      {detail && <span className="text-faint max-sm:block max-sm:text-xs sm:ml-2">{detail}</span>}
    </>
  );
}

/** Who did what. */
export function AuditSummary({ entry }: { entry: AuditEntry }) {
  return (
    <span>
      <Actor entry={entry} /> <ActionSummary entry={entry} />
    </span>
  );
}

/** What was done. The thing, called as it was then, leads to its page while it is there. */
function ActionSummary({ entry }: { entry: AuditEntry }) {
  const environment = useEnvironmentOf(entry);
  const { before, thing, id, after } = summaryOf(entry);
  const place = placeOf(entry, environment && `/${environment.slug}`);
  return (
    <>
      <Prose>{before}</Prose>
      {thing !== undefined && ' '}
      {thing !== undefined && place !== undefined ? (
        <Link href={place} prefetch={false} className="rounded-sm font-medium text-accent-text hover:underline">
          {thing}
        </Link>
      ) : (
        <span className="font-medium">{thing}</span>
      )}
      {id !== undefined && ' '}
      {id !== undefined && <Code className="text-faint">{id}</Code>}
      {after && ' '}
      <Prose>{after}</Prose>
    </>
  );
}

/** Nothing for what belongs to all of the organization, such as its members. */
export function EnvironmentName({ entry }: { entry: AuditEntry }) {
  const environment = useEnvironmentOf(entry);
  if (!environment) return <Missing />;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <EnvironmentDot environment={environment} />
      <Truncate value={environment.name} className="text-muted" />
    </span>
  );
}
