'use client';

import { ArrowDownUp } from 'lucide-react';
import { useState } from 'react';
import { ChoiceList } from '#components/table/choice-list.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { Popover, PopoverContent, PopoverTrigger } from '#components/ui/popover.tsx';
import type { SubscribersQuery } from './subscribers-query.ts';

type Order = Pick<SubscribersQuery, 'sort' | 'order'>;

interface Props extends Order {
  /** Whether the list is searched, so that it can be sorted by relevance. */
  isSearch: boolean;
  onChange: (order: Order) => void;
}

const orders = [
  { value: 'relevance DESC', label: 'Best match first' },
  { value: '_id DESC', label: 'Created, newest first' },
  { value: '_id ASC', label: 'Created, oldest first' },
  { value: 'updatedAt DESC', label: 'Updated, newest first' },
  { value: 'updatedAt ASC', label: 'Updated, oldest first' },
] as const;
type OrderName = (typeof orders)[number]['value'];

/** The sort order. From 1440 px there is room for all sortable columns, and their heads replace this menu. */
export function SubscriberSort({ sort, order, isSearch, onChange }: Props) {
  const [open, setOpen] = useState(false);
  const value: OrderName = sort === 'relevance' ? 'relevance DESC' : `${sort} ${order}`;
  const label = `Sort: ${orders.find((each) => each.value === value)?.label.toLowerCase()}`;
  const choose = (next: OrderName) => {
    const [sort, order] = next.split(' ') as [Order['sort'], Order['order']];
    onChange({ sort, order });
    setOpen(false);
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger
        aria-label={label}
        data-tip={label}
        className={buttonClass({ size: 'sm', className: 'aspect-square justify-center px-0 xl:hidden' })}
      >
        <ArrowDownUp aria-hidden />
      </PopoverTrigger>
      <PopoverContent aria-label="Sort" align="end" className="w-60">
        <ChoiceList label="Sort" options={isSearch ? orders : orders.slice(1)} value={value} onChoose={choose} />
      </PopoverContent>
    </Popover>
  );
}
