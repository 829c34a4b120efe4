'use client';

import { Bookmark } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#components/ui/popover.tsx';
import type { ViewPage } from '#lib/saved-views/schema.ts';
import { viewQuery } from './view-query.ts';

const SavedViewsPanel = dynamic(() => import('./saved-views-panel.tsx').then((module) => module.SavedViewsPanel), {
  ssr: false,
});

/** Saved filters with names: the user's own views, and views that other users share. */
export function SavedViews({ page }: { page: ViewPage }) {
  const [open, setOpen] = useState(false);
  const current = viewQuery(useSearchParams().toString());
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button size="sm" variant="ghost" data-tip="Views">
          <Bookmark aria-hidden />
          <span className="max-xl:sr-only">Views</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" className="w-72" aria-label="Views">
        <SavedViewsPanel page={page} current={current} onClose={() => setOpen(false)} />
      </PopoverContent>
    </Popover>
  );
}
