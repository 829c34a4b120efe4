import { RelativeTime } from '#components/ui/relative-time.tsx';
import { eventLabel } from '#lib/delivery-events/kinds.ts';
import type { DeliveryEvent } from '#lib/delivery-events/schema.ts';

/** The reports of the provider after it accepted the message, with the provider's words. */
export function MessageEvents({ events }: { events: readonly DeliveryEvent[] }) {
  return (
    <section aria-label="Events" className="min-w-0">
      <h2 className="mb-2 text-base font-semibold">Reported by the provider</h2>
      <ol className="flex flex-col gap-2">
        {events.map(({ kind, bounce, at, words, code, ofCopy, _id }) => (
          <li key={_id} className="min-w-0">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-medium">{eventLabel(kind, bounce)}</span>
              {ofCopy && <span className="text-faint">to a copy</span>}
              <span className="text-xs text-faint">
                <RelativeTime value={at} absolute />
              </span>
            </p>
            {words && (
              <p className="text-muted wrap-anywhere">
                {code && !words.includes(code) ? `${code} ` : ''}
                {words}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
