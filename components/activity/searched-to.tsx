import { absoluteTime } from '#lib/time/time.ts';

/** A note below the list that not all runs of the range were searched, because the filter has no index. */
export function SearchedTo({ time }: { time: string }) {
  return (
    <p className="list-x py-3 text-center text-muted">
      The newest 20,000 runs were searched, back to {absoluteTime(time)}. Choose a range that ends earlier to search
      older runs.
    </p>
  );
}
