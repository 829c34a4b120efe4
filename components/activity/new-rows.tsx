'use client';

import { ArrowUp } from 'lucide-react';

interface Props {
  page: { data: readonly unknown[]; hasMore: boolean };
  onShow: () => void;
}

/**
 * The number of rows that are newer than the list. New rows are shown on demand, so that the list does not move while a
 * user reads.
 */
export function NewRows({ page: { data, hasMore }, onShow }: Props) {
  if (data.length === 0) return null;
  return (
    <div className="pointer-events-none sticky top-14 z-[11] -mb-7 lg:top-26 flex justify-center">
      <button
        type="button"
        onClick={onShow}
        className="pointer-events-auto flex h-7 items-center gap-1 rounded-full bg-accent px-3 text-xs font-medium text-accent-fg shadow-float transition-colors hover:bg-accent-strong"
      >
        <ArrowUp aria-hidden className="size-3.5" />
        {data.length}
        {hasMore && '+'} new
      </button>
    </div>
  );
}
