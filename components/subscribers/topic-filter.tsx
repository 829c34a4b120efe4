'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { FilterButton } from '#components/table/filter-button.tsx';
import { topicName } from '#components/topics/address.ts';
import { topicQueries } from '#lib/topics/client.ts';

// Loaded when the filter opens.
const TopicChoices = dynamic(() => import('./topic-choices.tsx').then((module) => module.TopicChoices), { ssr: false });

interface Props {
  /** The key of a topic. Empty if the filter is off. */
  value: string;
  onChange: (topicKey: string) => void;
}

/** A list filter by topic. */
export function TopicFilter({ value, onChange }: Props) {
  const { id } = useEnvironment();
  const [open, setOpen] = useState(false);
  const { data } = useQuery({ ...topicQueries.one(id, value), enabled: value !== '' });
  return (
    <FilterButton
      label="Topic"
      value={value === '' ? undefined : data?.key === value ? topicName(data) : value}
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
