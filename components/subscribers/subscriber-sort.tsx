'use client';

import { useState } from 'react';
import { ChoiceList } from '#components/table/choice-list.tsx';
import { FilterButton } from '#components/table/filter-button.tsx';
import type { SubscribersQuery } from './subscribers-query.ts';

type Order = Pick<SubscribersQuery, 'sort' | 'order'>;

const orders = [
  { value: '_id DESC', label: 'Created, newest first' },
  { value: '_id ASC', label: 'Created, oldest first' },
  { value: 'updatedAt DESC', label: 'Updated, newest first' },
  { value: 'updatedAt ASC', label: 'Updated, oldest first' },
] as const;
type OrderName = (typeof orders)[number]['value'];

/** The order of the list, also where the column that sorts it has no room. */
export function SubscriberSort({ sort, order, onChange }: Order & { onChange: (order: Order) => void }) {
  const [open, setOpen] = useState(false);
  const value: OrderName = `${sort} ${order}`;
  const choose = (next: OrderName) => {
    const [sort, order] = next.split(' ') as [Order['sort'], Order['order']];
    onChange({ sort, order });
    setOpen(false);
  };
  return (
    <FilterButton
      label={`Sort: ${orders.find((each) => each.value === value)?.label.toLowerCase()}`}
      open={open}
      onOpenChange={setOpen}
    >
      <ChoiceList label="Sort" options={orders} value={value} onChoose={choose} />
    </FilterButton>
  );
}
