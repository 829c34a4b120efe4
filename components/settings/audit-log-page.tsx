'use client';

import { useQuery } from '@tanstack/react-query';
import { FileClock } from 'lucide-react';
import { parseAsArrayOf, parseAsString, useQueryStates } from 'nuqs';
import { useState } from 'react';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { ChoiceFilter } from '#components/table/choice-filter.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { columnHelper } from '#components/table/features.ts';
import { FilterBar } from '#components/table/filter-bar.tsx';
import { Pager } from '#components/table/pager.tsx';
import { Code } from '#components/ui/code.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { auditQueries } from '#lib/audit-log/client.ts';
import { AUDITED_NOUNS } from '#lib/audit-log/nouns.ts';
import type { AuditEntry } from '#lib/audit-log/schema.ts';
import { AuditEntrySheet } from './audit-entry-sheet.tsx';

const column = columnHelper<AuditEntry>();

const columns = column.columns([
  column.display({
    id: 'action',
    header: 'What',
    meta: { from: 'phone', width: '34%' },
    cell: ({ row: { original } }) => <Code className="font-medium">{original.action}</Code>,
  }),
  column.display({
    id: 'resource',
    header: 'Of',
    cell: ({ row: { original } }) => <Truncate value={original.resource.label ?? original.resource._id} />,
  }),
  column.display({
    id: 'actor',
    header: 'Who',
    meta: { from: 'desk' },
    cell: ({ row: { original } }) => <Truncate value={original.actor.label} className="text-muted" />,
  }),
  column.display({
    id: 'time',
    header: 'When',
    meta: { from: 'phone', width: '96px', align: 'end' },
    cell: ({ row }) => <RelativeTime value={row.original.createdAt} className="text-muted" />,
  }),
]);

const nouns = AUDITED_NOUNS.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1).replace('-', ' '),
}));

/**
 * The cursors of all visited pages; the last one is this page's. They are needed to go back, because the API only leads
 * to older entries.
 */
const parsers = { after: parseAsArrayOf(parseAsString).withDefault([]), resource: parseAsString };

export function AuditLogPage() {
  const [query, setQuery] = useQueryStates(parsers);
  const page = useQuery(
    auditQueries.list({ after: query.after.at(-1) ?? null, resourceType: query.resource, limit: 50 }),
  );
  const [openId, setOpenId] = useState<string>();
  const next = page.data?.next;
  const turn = (after: string[]) => void setQuery({ after }, { history: 'push' });
  return (
    <PageFrame title="Audit log">
      <FilterBar label="Filter the audit log" active={query.resource !== null} onReset={() => void setQuery(null)}>
        <ChoiceFilter
          label="Resource"
          options={nouns}
          value={query.resource}
          onChange={(resource) => void setQuery({ resource, after: null })}
        />
      </FilterBar>
      <div className="md:px-3">
        <DataTable
          label="Audit log"
          columns={columns}
          query={page}
          rows={page.data?.data}
          rowId={(entry) => entry._id}
          href={() => '#'}
          onOpen={(entry) => setOpenId(entry._id)}
          openId={openId ?? null}
          secondLine={(entry) => (
            <span className="truncate">
              {entry.resource.label ?? entry.resource._id} · {entry.actor.label}
            </span>
          )}
          empty={
            <EmptyState icon={FileClock} title="Nothing recorded">
              Every change of configuration and everything done in this dashboard leaves a record here.
            </EmptyState>
          }
          footer={
            <Pager
              summary=""
              onPrevious={query.after.length > 0 ? () => turn(query.after.slice(0, -1)) : undefined}
              onNext={next ? () => turn([...query.after, next]) : undefined}
            />
          }
        />
      </div>
      <AuditEntrySheet entry={page.data?.data.find(({ _id }) => _id === openId)} onClose={() => setOpenId(undefined)} />
    </PageFrame>
  );
}
