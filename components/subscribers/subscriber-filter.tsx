'use client';

import { useState } from 'react';
import { FilterButton } from '#components/table/filter-button.tsx';
import { useSubscriberName } from './subscriber-picker.tsx';
import { SubscriberSearchField } from './subscriber-search-field.tsx';

interface Props {
  /** A `subscriberId`; null when the filter is off. */
  value: string | null;
  onChange: (subscriberId: string | null) => void;
}

/** A subscriber as one filter of a list. An id that is not a subscriber's any more can be typed: the history knows it. */
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
