'use client';

import { ArrowUp } from 'lucide-react';

interface Props {
  page: { data: readonly unknown[]; hasMore: boolean };
  onShow: () => void;
}

/**
 * The number of rows that are newer than the list. New rows are shown on demand, so that the list does not move while a
 * user reads. The button is in the top bar, where no row is covered.
 */
export function NewRows({ page: { data, hasMore }, onShow }: Props) {
  if (data.length === 0) return null;
  return (
    <button
      type="button"
      onClick={onShow}
      className="touch-area flex h-7 shrink-0 items-center gap-1 rounded-full bg-accent px-3 text-xs font-medium text-accent-fg transition-colors hover:bg-accent-strong"
    >
      <ArrowUp aria-hidden className="size-3.5" />
      {data.length}
      {hasMore && '+'} new
    </button>
  );
}
