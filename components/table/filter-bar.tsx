'use client';

import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';

interface Props {
  label: string;
  /** A filter is set, so it can be cleared. */
  active: boolean;
  onReset: () => void;
  end?: ReactNode;
  children: ReactNode;
}

export function FilterBar({ label, active, onReset, end, children }: Props) {
  return (
    <search aria-label={label} className="flex flex-wrap items-center gap-1.5 px-3 py-2.5 md:px-6">
      {children}
      {active && (
        <Button size="sm" variant="ghost" onClick={onReset}>
          Clear filters
        </Button>
      )}
      {end && <div className="ml-auto flex items-center gap-1.5">{end}</div>}
    </search>
  );
}
