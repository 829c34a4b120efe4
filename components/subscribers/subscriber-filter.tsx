'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { FilterButton } from '#components/table/filter-button.tsx';
import { useSubscriberName } from './use-subscriber-name.ts';

// Loaded when the filter opens.
const SubscriberSearchField = dynamic(
  () => import('./subscriber-search-field.tsx').then((module) => module.SubscriberSearchField),
  { ssr: false },
);

interface Props {
  /** The `subscriberId`; null if the filter is off. */
  value: string | null;
  onChange: (subscriberId: string | null) => void;
}

/** A list filter by subscriber. The ID of a deleted subscriber can be typed, because old runs still have it. */
export function SubscriberFilter({ value, onChange }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <FilterButton
      label="Subscriber"
      value={useSubscriberName(value)}
      onClear={() => onChange(null)}
      open={open}
      onOpenChange={setOpen}
      wide
    >
      <SubscriberSearchField
        label="Subscriber"
        inline
        anyId
        autoFocus
        onChoose={(subscriberId) => {
          onChange(subscriberId);
          setOpen(false);
        }}
      />
    </FilterButton>
  );
}
