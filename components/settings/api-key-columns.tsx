import { useRowTime } from '#components/layout/row-time.tsx';
import { ActorName } from '#components/members/actor-name.tsx';
import { columnHelper } from '#components/table/features.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Code } from '#components/ui/code.tsx';
import { RelativeTime, useNow } from '#components/ui/relative-time.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import type { ApiKey } from '#lib/api-keys/schema.ts';
import { scopeLabels } from '#lib/auth/labels.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import { dayTime } from '#lib/time/day-time.ts';
import { ApiKeyMenu } from './api-key-menu.tsx';

const column = columnHelper<ApiKey>();

export const apiKeyColumns = column.columns([
  column.accessor('name', {
    header: 'Key',
    meta: { from: 'phone' },
    cell: ({ row: { original } }) => (
      <span className="flex min-w-0 items-center gap-2">
        <Truncate value={original.name} className="font-medium" />
        <Code className="min-w-0 shrink-[9] truncate text-faint max-sm:hidden">{original.hint}</Code>
        <Marks apiKey={original} />
      </span>
    ),
  }),
  column.accessor('scope', {
    header: 'Scope',
    meta: { width: '104px' },
    cell: ({ getValue }) => <Scope scope={getValue()} />,
  }),
  column.accessor('createdBy', {
    header: 'Created by',
    meta: { width: '14%', from: 'desk' },
    cell: ({ row: { original } }) => <Creator apiKey={original} />,
  }),
  column.accessor('createdAt', {
    header: 'Created',
    meta: { width: '112px', from: 'desk' },
    cell: ({ getValue }) => <RelativeTime value={getValue()} focusable className="text-muted" />,
  }),
  column.accessor('callsLast24Hours', {
    header: 'Calls in 24 h',
    meta: { width: '112px', from: 'desk' },
    cell: ({ getValue }) => <span className="text-muted tabular-nums">{getValue().toLocaleString('en-GB')}</span>,
  }),
  column.accessor('lastUsedAt', {
    header: 'Last used',
    meta: { width: '112px' },
    cell: ({ getValue }) =>
      getValue() ? (
        <RelativeTime value={getValue()} focusable className="text-muted" />
      ) : (
        <span className="text-faint">Never</span>
      ),
  }),
  column.accessor('expiresAt', {
    header: 'Expires',
    meta: { width: '112px', from: 'desk' },
    cell: ({ row }) => <End apiKey={row.original} />,
  }),
  column.display({
    id: 'act',
    header: () => <span className="sr-only">Actions</span>,
    meta: { from: 'phone', width: '56px', align: 'end' },
    cell: ({ row }) => <ApiKeyMenu apiKey={row.original} />,
  }),
]);

/** The values of the hidden columns, for phones. */
export function ApiKeySecondLine({ apiKey }: { apiKey: ApiKey }) {
  const { hint, scope, createdAt, lastUsedAt, expiresAt, callsLast24Hours } = apiKey;
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-0.5 text-xs">
      <span className="truncate">
        <Code>{hint}</Code> · {SCOPE_WORDS[scope]} · {lastUsedAt ? 'last used ' : 'never used'}
        {lastUsedAt && <RelativeTime value={lastUsedAt} />}
      </span>
      <span className="truncate">
        {callsLast24Hours.toLocaleString('en-GB')} calls in 24 h{expiresAt && ' · ends '}
        {expiresAt && <End apiKey={apiKey} />}
      </span>
      <span className="truncate text-faint">
        Created <RelativeTime value={createdAt} /> by <Creator apiKey={apiKey} />
      </span>
    </span>
  );
}

function Creator({ apiKey: { createdBy, createdByName } }: { apiKey: ApiKey }) {
  if (createdBy === undefined) return <span className="text-muted">the installation</span>;
  const actor = { type: 'user', label: createdBy, name: createdByName } as const;
  return <ActorName actor={actor} className="block truncate text-muted max-sm:inline" />;
}

/** The scopes as text within a line. */
const SCOPE_WORDS = { all: 'all calls', trigger: 'trigger only', read: 'read only' } as const;

function Scope({ scope }: Pick<ApiKey, 'scope'>) {
  const { name, description } = scopeLabels[scope];
  return (
    <span className="text-muted" data-tip={description}>
      {name}
    </span>
  );
}

function Marks({ apiKey: { canPublish, replacedBy, expiresAt } }: { apiKey: ApiKey }) {
  const { now, zone } = useRowTime();
  return (
    <>
      {canPublish && <Badge data-tip="The key can copy workflows into your other environments">May publish</Badge>}
      {replacedBy && (
        <Badge tone="warn" data-tip="A newer key of the same name replaces this key">
          {oldUntil(expiresAt, now, zone)}
        </Badge>
      )}
    </>
  );
}

/** Returns "Old, until Tomorrow 12:04" for a rotated key, which works until then. */
export function oldUntil(expiresAt: string | undefined, now: number, zone?: string): string {
  return expiresAt !== undefined && now > 0 && Date.parse(expiresAt) > now
    ? `Old, until ${lowerFirst(dayTime(expiresAt, now, zone))}`
    : 'Old';
}

function End({ apiKey: { expiresAt } }: { apiKey: ApiKey }) {
  const now = useNow();
  if (!expiresAt) return <span className="text-faint">Never</span>;
  if (now && Date.parse(expiresAt) <= now) return <Badge tone="warn">Expired</Badge>;
  return <RelativeTime value={expiresAt} focusable className="text-muted" />;
}
