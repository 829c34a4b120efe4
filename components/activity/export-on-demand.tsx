'use client';

import { Download } from 'lucide-react';
import dynamic from 'next/dynamic';
import { Button } from '#components/ui/button.tsx';

/** The export of the list, whose code is loaded after the list. The placeholder is a button of the same size. */
export const ExportList = dynamic(() => import('./export-list.tsx').then((module) => module.ExportList), {
  ssr: false,
  loading: () => (
    <Button size="sm" variant="ghost" disabled>
      <Download aria-hidden />
      <span className="max-xl:sr-only">Export</span>
    </Button>
  ),
});
