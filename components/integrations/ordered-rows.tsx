'use client';

import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { useSession, useWhyNot } from '#components/layout/session.tsx';
import { type PlaceRange, useDragOrder } from '#components/ui/use-drag-order.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { placesOf } from './delivery-order.ts';
import { IntegrationRow } from './integration-row.tsx';
import { useIntegrationOrder } from './use-integration-order.ts';

/**
 * The integrations of a channel in the order of delivery, which can be changed by dragging and with the arrow keys. They
 * have numbers only while failover uses the order.
 */
export function OrderedRows({ integrations }: { integrations: readonly Integration[] }) {
  const list = useRef<HTMLUListElement>(null);
  const { shown, move } = useIntegrationOrder(integrations);
  const { start, styleOf } = useDragOrder({ list, onMove: (from, to) => void move(from, to) });
  const { failover = false } = useSession().environment;
  const count = shown.filter(({ active }) => active).length;
  return (
    <ul ref={list} className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {shown.map((integration, index) => {
        const places = placesOf(shown, index);
        return (
          <li key={integration._id} style={styleOf(index)} className="group relative bg-surface">
            <IntegrationRow
              integration={integration}
              siblings={shown}
              place={failover ? { number: count > 1 && integration.active ? index + 1 : undefined } : undefined}
            />
            {places && (
              <Handle
                name={integration.name}
                place={`Number ${index + 1} of ${count}`}
                index={index}
                places={places}
                onStart={(event) => start(event, index, places)}
                onMove={(to) => void move(index, to)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface HandleProps {
  name: string;
  place: string;
  index: number;
  places: PlaceRange;
  onStart: (event: React.PointerEvent) => void;
  onMove: (to: number) => void;
}

/** The drag handle, in the margin of the row, so that rows with and without a handle have the same columns. */
function Handle({ name, place, index, places: [first, last], onStart, onMove }: HandleProps) {
  const denied = useWhyNot('integrations:write');
  const onKey = (event: KeyboardEvent) => {
    const to = event.key === 'ArrowUp' ? index - 1 : event.key === 'ArrowDown' ? index + 1 : undefined;
    if (to === undefined || denied) return;
    event.preventDefault();
    if (first <= to && to <= last) onMove(to);
  };
  const tip = denied ?? `${place}. Drag, or press ↑ or ↓`;
  return (
    <button
      type="button"
      aria-label={`Move ${name}`}
      aria-description={tip}
      aria-disabled={denied !== undefined || undefined}
      aria-keyshortcuts="ArrowUp ArrowDown"
      data-tip={tip}
      onPointerDown={denied ? undefined : onStart}
      onKeyDown={onKey}
      className="absolute inset-y-0 left-0 z-10 flex w-6 cursor-grab touch-none items-center rounded-sm text-faint hover:text-fg active:cursor-grabbing aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
    >
      <GripVertical aria-hidden className="size-3.5" />
    </button>
  );
}
