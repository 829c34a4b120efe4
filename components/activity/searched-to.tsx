import { absoluteTime } from '#lib/time/time.ts';

/** A note below the runs that a filter without an index has not searched all runs of the range. */
export function SearchedTo({ time }: { time: string }) {
  return (
    <p className="list-x py-3 text-center text-muted">
      The newest 20,000 runs were searched, back to {absoluteTime(time)}. Choose a range that ends earlier to search
      older runs.
    </p>
  );
}
