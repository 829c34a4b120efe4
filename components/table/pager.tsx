'use client';

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { counted } from '#lib/text/counted.ts';

/** The noun for the rows of a list: "subscriber", "subscribers". */
export type Noun = readonly [one: string, many: string];

interface PagerProps {
  /** The range and the total. Undefined while loading. */
  summary: string | undefined;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** The footer of every list: the shown range and the total, and the page buttons if there are more pages. */
function Pager({ summary, onPrevious, onNext }: PagerProps) {
  return (
    <nav aria-label="Pages" className="flex h-12 items-center justify-between gap-3 list-x text-xs text-faint">
      <span data-numeric>{summary}</span>
      {(onPrevious || onNext) && (
        <div className="flex gap-1.5">
          <Button size="sm" onClick={onPrevious} disabledReason={onPrevious ? undefined : 'This is the first page'}>
            <ChevronLeft aria-hidden />
            Previous
          </Button>
          <Button size="sm" onClick={onNext} disabledReason={onNext ? undefined : 'This is the last page'}>
            Next
            <ChevronRight aria-hidden />
          </Button>
        </div>
      )}
    </nav>
  );
}

interface CursorPage {
  next: string | null;
  previous: string | null;
  totalCount: number;
  totalCountCapped: boolean;
}

interface CursorPagerProps {
  page: CursorPage | undefined;
  noun: Noun;
  onMove: (cursor: { after: string | null; before: string | null }) => void;
}

/** A pager for lists with cursors, whose rows are counted up to a cap. */
export function CursorPager({ page, noun, onMove }: CursorPagerProps) {
  const { next, previous } = page ?? {};
  return (
    <Pager
      summary={page && countText(page, noun)}
      onPrevious={previous ? () => onMove({ after: null, before: previous }) : undefined}
      onNext={next ? () => onMove({ after: next, before: null }) : undefined}
    />
  );
}

/** Returns "2,013 subscribers" or "More than 50,000 subscribers". */
export function countText({ totalCount, totalCountCapped }: CursorPage, noun: Noun): string {
  return `${totalCountCapped ? 'More than ' : ''}${counted(totalCount, ...noun)}`;
}

interface TrailPagerProps {
  count: number;
  noun: Noun;
  /** The cursors of the pages up to this page, for going back. The API only returns cursors to older rows. */
  trail: readonly string[];
  next: string | null;
  onMove: (trail: string[]) => void;
}

/** A pager for lists without a count whose cursors only lead to older rows. */
export function TrailPager({ count, noun, trail, next, onMove }: TrailPagerProps) {
  const isWhole = trail.length === 0 && next === null;
  return (
    <Pager
      summary={isWhole ? counted(count, ...noun) : `Page ${trail.length + 1}`}
      onPrevious={trail.length > 0 ? () => onMove(trail.slice(0, -1)) : undefined}
      onNext={next === null ? undefined : () => onMove([...trail, next])}
    />
  );
}

interface NumberPage {
  page: number;
  pageSize: number;
  hasMore: boolean;
  totalCount?: number | undefined;
  data: readonly unknown[];
}

/** Returns a page of a list with offsets and an exact count. */
export function countedPage(page: number, pageSize: number, data: readonly unknown[], totalCount: number): NumberPage {
  return { page, pageSize, data, totalCount, hasMore: (page + 1) * pageSize < totalCount };
}

interface NumberPagerProps {
  page: NumberPage | undefined;
  noun: Noun;
  onMove: (page: number) => void;
}

/** A pager for lists with page numbers, whose total may be unknown. */
export function NumberPager({ page, noun, onMove }: NumberPagerProps) {
  return (
    <Pager
      summary={page && pageSummary(page, noun)}
      onPrevious={page && page.page > 0 ? () => onMove(page.page - 1) : undefined}
      onNext={page?.hasMore ? () => onMove(page.page + 1) : undefined}
    />
  );
}

/** Returns "12 workflows" for the only page, "31–60 of 2,013 messages", or "31–60" if the total is unknown. */
export function pageSummary({ page, pageSize, hasMore, totalCount, data }: NumberPage, noun: Noun): string {
  if (page === 0 && !hasMore) return counted(totalCount ?? data.length, ...noun);
  const first = page * pageSize + 1;
  const range = `${grouped(first)}–${grouped(first + data.length - 1)}`;
  return totalCount === undefined ? range : `${range} of ${counted(totalCount, ...noun)}`;
}

function grouped(count: number): string {
  return count.toLocaleString('en');
}
