'use client';

import { useState } from 'react';
import { FilterButton } from '#components/table/filter-button.tsx';
import { useSubscriberName } from './subscriber-picker.tsx';
import { SubscriberSearchField } from './subscriber-search-field.tsx';

interface Props {
  label?: string;
  /** A `subscriberId`; null when the filter is off. */
  value: string | null;
  onChange: (subscriberId: string | null) => void;
  startOpen?: boolean;
  onClose?: () => void;
}

/** A subscriber as one filter of a list. An id that is not a subscriber's any more can be typed: the history knows it. */
export function SubscriberFilter({ label = 'Subscriber', value, onChange, startOpen = false, onClose }: Props) {
  const [open, setOpen] = useState(startOpen);
  const change = (next: boolean) => {
    setOpen(next);
    if (!next) onClose?.();
  };
  return (
    <FilterButton
      label={label}
      value={useSubscriberName(value)}
      onClear={() => onChange(null)}
      open={open}
      onOpenChange={change}
      wide
    >
      <SubscriberSearchField
        label={label}
        inline
        anyId
        autoFocus
        onChoose={(subscriberId) => {
          onChange(subscriberId);
          change(false);
        }}
      />
    </FilterButton>
  );
}
