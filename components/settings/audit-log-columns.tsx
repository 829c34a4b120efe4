import Link from 'next/link';
import { EnvironmentDot } from '#components/layout/environment-dot.tsx';
import { useRowTime } from '#components/layout/row-time.tsx';
import { ActorName } from '#components/members/actor-name.tsx';
import { columnHelper } from '#components/table/features.ts';
import { cn } from '#components/ui/cn.ts';
import { Code } from '#components/ui/code.tsx';
import { FoldButton } from '#components/ui/fold-button.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { Prose } from '#components/ui/prose.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { detailOf } from '#lib/audit-log/detail.ts';
import { placeOf } from '#lib/audit-log/place.ts';
import type { AuditEntry } from '#lib/audit-log/schema.ts';
import { summaryOf } from '#lib/audit-log/summary.ts';
import { absoluteTime, clockTime } from '#lib/time/time.ts';
import { type AuditLine, partsText } from './audit-lines.ts';
import { actorName, useEnvironmentOf } from './audit-names.ts';
import { useUnfolded } from './unfolded-lines.ts';

const column = columnHelper<AuditLine>();

export const auditColumns = column.columns([
  column.display({
    id: 'time',
    header: 'When',
    meta: { from: 'phone', width: '92px' },
    cell: ({ row }) => <TimeCell entry={row.original.entry} isPart={row.original.isPart} />,
  }),
  column.display({
    id: 'action',
    header: 'What',
    cell: ({ row }) => (
      <span className="block py-1.5 text-pretty whitespace-normal wrap-anywhere">
        <Actor entry={row.original.entry} /> <LineText line={row.original} />
      </span>
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
 * The time of day; the date is in the heading of the group. On phones, the cell also shows the actor and the
 * environment, so that the second line has room for the action.
 */
function TimeCell({ entry, isPart }: { entry: AuditEntry; isPart: boolean | undefined }) {
  const { createdAt, actor } = entry;
  const environment = useEnvironmentOf(entry);
  const { zone } = useRowTime();
  return (
    <span
      className={cn(
        'flex min-w-0 items-center gap-1.5 text-muted max-sm:gap-1 max-sm:text-xs max-sm:text-faint',
        isPart && 'pl-3',
      )}
    >
      <time dateTime={createdAt} data-tip={absoluteTime(createdAt, zone)} data-numeric>
        {clockTime(createdAt, zone)}
      </time>
      <span className="min-w-0 truncate sm:hidden">· {actorName(actor)}</span>
      {environment && (
        // The actor matters most, so a long name of the environment shrinks first.
        <span className="ml-auto flex max-w-[45%] min-w-12 shrink-[99] items-center gap-1.5 sm:hidden">
          <EnvironmentDot environment={environment} />
          <span className="truncate">{environment.name}</span>
        </span>
      )}
    </span>
  );
}

function Actor({ entry }: { entry: AuditEntry }) {
  return <ActorName actor={entry.actor} brief className="font-medium" />;
}

/** The action, the number of repetitions, and the changes. */
export function LineText({ line: { entry, folded, parts } }: { line: AuditLine }) {
  const first = folded.at(-1);
  const { zone } = useRowTime();
  const detail = detailOf(entry, zone);
  return (
    <>
      <ActionSummary entry={entry} />
      {first &&
        ` ${folded.length === 1 ? 'twice' : `${folded.length + 1} times`} since ${clockTime(first.createdAt, zone)}`}
      {parts.length > 0 && <Parts id={entry._id} parts={parts} />}
      {detail && <span className="text-faint max-sm:block max-sm:text-xs sm:ml-2">{detail}</span>}
    </>
  );
}

/** The other changes of the request as numbers, which unfold the changes below the line. */
function Parts({ id, parts }: { id: string; parts: readonly AuditEntry[] }) {
  const { ids, toggle } = useUnfolded();
  return (
    <>
      {': '}
      <FoldButton
        open={ids.has(id)}
        onFold={() => toggle(id)}
        mark="end"
        className="touch-area inline-flex items-center gap-1 rounded-sm text-accent-text hover:underline"
      >
        {partsText(parts)}
      </FoldButton>
    </>
  );
}

/** The actor and the action. */
export function AuditSummary({ entry }: { entry: AuditEntry }) {
  return (
    <span>
      <Actor entry={entry} /> <ActionSummary entry={entry} />
    </span>
  );
}

/** The action on a resource under its former name, which links to the resource's page while that exists. */
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

/** The environment of an entry. Missing for resources of the whole organization, such as members. */
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
