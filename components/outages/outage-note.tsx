'use client';

import { useQuery } from '@tanstack/react-query';
import { Unplug } from 'lucide-react';
import Link from 'next/link';
import { useReader } from '#components/layout/first-paint.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { integrationQueries } from '#lib/integrations/client.ts';
import type { OutageList } from '#lib/integrations/schema.ts';
import type { OutageKey } from '#lib/outages/client.ts';
import { briefText, lastingText } from './in-progress-text.ts';
import { outageAddress, outagesAddress } from './outage-address.ts';

/**
 * A note about integrations whose providers cannot be reached, in the top bar: the bar has one height, so nothing moves
 * when an outage begins or ends. It opens the outage, or the list of outages if there are several. On a phone, the name
 * is only in the tooltip. Empty without an outage.
 */
export function OutageNote() {
  const { id, base } = useEnvironment();
  const { now, zone } = useReader();
  const { data = [] } = useQuery(integrationQueries.outages(id));
  const [first, ...others] = data;
  const { name = '' } = first?.integration ?? {};
  const text = first ? lastingText(first, now, zone) : '';
  return (
    <span role="status" className="flex min-w-0 not-empty:mr-1.5">
      {first && (
        <Link
          href={others.length === 0 ? outageAddress(base, keyOf(first)) : outagesAddress(base)}
          data-tip-truncated={`${name}: ${text}`}
          className="touch-area inline-flex h-7 max-w-[48vw] min-w-0 items-center gap-1.5 rounded-md bg-warn-soft px-2 text-xs font-medium text-warn hover:underline sm:max-w-[45vw]"
        >
          <Unplug aria-hidden className="size-3.5 shrink-0" />
          <span className="min-w-0 truncate">
            <span aria-hidden className="sm:hidden">
              {briefText(first)}
            </span>
            <span className="max-sm:sr-only">
              {name}
              <span className="font-normal">: {text}</span>
            </span>
          </span>
          {others.length > 0 && <span className="shrink-0">+{others.length}</span>}
        </Link>
      )}
    </span>
  );
}

function keyOf({ integration: { _id }, openedAt }: OutageList[number]): OutageKey {
  return { integrationId: _id, openedAt };
}
