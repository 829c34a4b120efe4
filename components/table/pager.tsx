'use client';

import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';

interface PagerProps {
  /** "2,013 subscribers". */
  summary: ReactNode;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** The footer of every list: the total, and the buttons for other pages. */
export function Pager({ summary, onPrevious, onNext }: PagerProps) {
  return (
    <nav aria-label="Pages" className="flex h-12 items-center justify-between gap-3 px-3 text-xs text-faint">
      <span data-numeric>{summary}</span>
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
  /** "subscriber", "subscribers". */
  noun: readonly [one: string, many: string];
  onMove: (cursor: { after: string | null; before: string | null }) => void;
}

/** For lists with cursors, which are counted up to a cap. */
export function CursorPager({ page, noun, onMove }: CursorPagerProps) {
  const { next, previous } = page ?? {};
  return (
    <Pager
      summary={page && `${counted(page.totalCount, noun)}${page.totalCountCapped ? ' and more' : ''}`}
      onPrevious={previous ? () => onMove({ after: null, before: previous }) : undefined}
      onNext={next ? () => onMove({ after: next, before: null }) : undefined}
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

/** A page of a list with offsets and an exact count. */
export function countedPage(page: number, pageSize: number, data: readonly unknown[], totalCount: number): NumberPage {
  return { page, pageSize, data, totalCount, hasMore: (page + 1) * pageSize < totalCount };
}

interface NumberPagerProps {
  page: NumberPage | undefined;
  onMove: (page: number) => void;
}

/** For lists with page numbers, whose total may be unknown. */
export function NumberPager({ page, onMove }: NumberPagerProps) {
  const first = page ? page.page * page.pageSize + 1 : 0;
  const total = page?.totalCount === undefined ? '' : ` of ${page.totalCount.toLocaleString('en')}`;
  return (
    <Pager
      summary={page && `${first.toLocaleString('en')}–${(first + page.data.length - 1).toLocaleString('en')}${total}`}
      onPrevious={page && page.page > 0 ? () => onMove(page.page - 1) : undefined}
      onNext={page?.hasMore ? () => onMove(page.page + 1) : undefined}
    />
  );
}

/** "1 subscriber", "2,013 subscribers". */
function counted(count: number, [one, many]: readonly [string, string]): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
