'use client';

import { useQuery } from '@tanstack/react-query';
import { useReader } from '#components/layout/first-paint.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { StateMark } from '#components/status/state-mark.tsx';
import { CAUSES } from '#lib/suppressions/causes.ts';
import { suppressionQueries } from '#lib/suppressions/client.ts';
import { absoluteTime } from '#lib/time/time.ts';
import { RemoveButton } from './remove-button.tsx';

/** The suppressed addresses of a subscriber, each with its cause and the way to remove it. Nothing if there are none. */
export function SuppressedAddresses({ subscriberId }: { subscriberId: string }) {
  const { id } = useEnvironment();
  const { zone } = useReader();
  const { data } = useQuery(suppressionQueries.list(id, { subscriberId }));
  if (!data || data.data.length === 0) return null;
  return (
    <ul aria-label="Suppressed addresses" className="mb-4 flex flex-col gap-2">
      {data.data.map((suppression) => (
        <li key={suppression._id} className="flex flex-wrap items-center gap-2 rounded-lg bg-warn-soft px-3 py-2">
          <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
            <StateMark state="warning" label={`Nothing is sent to ${suppression.address}`} />
            <p className="text-xs text-muted">
              {`It ${CAUSES[suppression.cause].words} on ${absoluteTime(suppression.createdAt, zone)}`}
            </p>
          </div>
          <RemoveButton suppression={suppression} />
        </li>
      ))}
    </ul>
  );
}
