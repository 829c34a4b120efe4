'use client';

import { SearchX } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';

/** The empty list of a profile while it is filtered. */
export function NoMatch({ noun, onClear }: { noun: 'run' | 'message'; onClear: () => void }) {
  return (
    <EmptyState icon={SearchX} title={`No ${noun} matches`} action={<Button onClick={onClear}>Clear filters</Button>}>
      Change the filters, or clear them to see all.
    </EmptyState>
  );
}
