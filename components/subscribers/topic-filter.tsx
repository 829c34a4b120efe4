'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { FilterButton } from '#components/table/filter-button.tsx';

// Loaded when the filter opens.
const TopicChoices = dynamic(() => import('./topic-choices.tsx').then((module) => module.TopicChoices), { ssr: false });

interface Props {
  /** The key of a topic. Empty if the filter is off. */
  value: string;
  onChange: (topicKey: string) => void;
}

/** A list filter by topic. */
export function TopicFilter({ value, onChange }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <FilterButton
      label="Topic"
      value={value || undefined}
      onClear={() => onChange('')}
      open={open}
      onOpenChange={setOpen}
      wide
    >
      <TopicChoices
        value={value}
        onChoose={(topicKey) => {
          onChange(topicKey);
          setOpen(false);
        }}
      />
    </FilterButton>
  );
}
