'use client';

import { useQuery } from '@tanstack/react-query';
import { FileClock } from 'lucide-react';
import { createSerializer, parseAsString, useQueryState, useQueryStates } from 'nuqs';
import { useMemo, useState } from 'react';
import { useOpenedAt } from '#components/layout/first-paint.ts';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { ZoneProvider } from '#components/layout/row-time.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { TrailPager } from '#components/table/pager.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { useNow } from '#components/ui/relative-time.tsx';
import { auditQueries } from '#lib/audit-log/client.ts';
import { summaryText } from '#lib/audit-log/summary.ts';
import { dayName } from '#lib/time/day-time.ts';
import { absoluteTime } from '#lib/time/time.ts';
import { AuditEntrySheet } from './audit-entry-sheet.tsx';
import { type AuditLine, linesOf } from './audit-lines.ts';
import { auditColumns, LineText } from './audit-log-columns.tsx';
import { AuditLogFilters } from './audit-log-filters.tsx';
import { type AuditLogQuery, auditInput, auditParsers, isFiltered } from './audit-log-query.ts';
import { actorName } from './audit-names.ts';
import { UnfoldedLines } from './unfolded-lines.ts';

const addressOf = createSerializer({ ...auditParsers, entry: parseAsString });

export function AuditLogPage() {
  const [query, setQuery] = useQueryStates(auditParsers);
  const [openId, setOpenId] = useQueryState('entry', { history: 'push' });
  const until = useOpenedAt();
  const input = auditInput(query, until);
  const page = useQuery(auditQueries.list(input));
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const lines = useMemo(() => page.data && linesOf(page.data.data, unfolded), [page.data, unfolded]);
  const folds = useMemo(() => {
    const toggle = (id: string) =>
      setUnfolded((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]));
    return { ids: unfolded, toggle };
  }, [unfolded]);
  const now = useNow();
  const zone = query.zone || undefined;
  const change = (next: Partial<AuditLogQuery> | null) =>
    void setQuery(next && { after: null, ...next }, { history: 'push' });
  const next = page.data?.next;
  const older = next ? () => void setQuery({ after: [...query.after, next] }, { history: 'push' }) : undefined;
  return (
    <PageFrame title="Audit log">
      <AuditLogFilters query={query} input={input} until={until} onChange={change} />
      <ZoneProvider value={zone}>
        <UnfoldedLines value={folds}>
          <div className="md:px-3">
            <DataTable
              label="Audit log"
              columns={auditColumns}
              query={page}
              rows={lines}
              rowId={({ entry }) => entry._id}
              rowLabel={({ entry }) =>
                `${absoluteTime(entry.createdAt, zone)}: ${actorName(entry.actor)} ${summaryText(entry)}`
              }
              groupOf={({ entry }) => dayName(entry.createdAt, now, zone)}
              href={({ entry }) => addressOf('/settings/audit-log', { ...query, entry: entry._id })}
              onOpen={({ entry }) => void setOpenId(entry._id)}
              openId={openId}
              secondLine={(line) => (
                <span className="block min-w-0 flex-1 whitespace-normal text-pretty wrap-anywhere text-fg first-letter:uppercase">
                  <LineText line={line} />
                </span>
              )}
              empty={
                <NothingRecorded
                  filtered={isFiltered(query)}
                  isInOne={query.environment !== null}
                  onReset={() => change(null)}
                  onOlder={older}
                />
              }
              footer={
                <TrailPager
                  count={page.data?.data.length ?? 0}
                  noun={['entry', 'entries']}
                  trail={query.after}
                  next={page.data?.next ?? null}
                  onMove={(after) => void setQuery({ after }, { history: 'push' })}
                />
              }
            />
          </div>
        </UnfoldedLines>
      </ZoneProvider>
      <AuditEntrySheet
        line={lines && openId !== null ? lineOf(lines, openId) : undefined}
        onClose={() => void setOpenId(null, { history: 'replace' })}
      />
    </PageFrame>
  );
}

/** Returns the line of an entry, also if the entry is folded into another line. */
function lineOf(lines: readonly AuditLine[], id: string): AuditLine | undefined {
  const part = lines.flatMap(({ parts }) => parts).find(({ _id }) => _id === id);
  if (part) return { entry: part, folded: [], parts: [] };
  return lines.find(({ entry, folded }) => [entry, ...folded].some(({ _id }) => _id === id));
}

interface NothingRecordedProps {
  filtered: boolean;
  /** Whether the list is filtered by one environment. */
  isInOne: boolean;
  onReset: () => void;
  /** Continues a search that has not read all entries. */
  onOlder: (() => void) | undefined;
}

function NothingRecorded({ filtered, isInOne, onReset, onOlder }: NothingRecordedProps) {
  if (onOlder) {
    return (
      <EmptyState
        icon={FileClock}
        title="No recent entry matches"
        action={<Button onClick={onOlder}>Search older entries</Button>}
      >
        20,000 entries were read.
      </EmptyState>
    );
  }
  if (filtered) {
    return (
      <EmptyState
        icon={FileClock}
        title="Nothing recorded matches"
        action={<Button onClick={onReset}>Clear filters</Button>}
      >
        No entry matches your search and filters{isInOne && ' in this environment'}.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={FileClock} title="Nothing recorded">
      Every change of configuration, and every action in this dashboard, is recorded here.
    </EmptyState>
  );
}
