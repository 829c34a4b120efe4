import { Skeleton } from '#components/ui/skeleton.tsx';

/** The page of a message while it loads: the outcome, the content, the delivery and the facts. */
export function MessageSkeleton() {
  return (
    <div role="status" className="grid gap-8 page-x py-5 lg:grid-cols-[minmax(0,1fr)_340px]">
      <span className="sr-only">Loading</span>
      <div className="flex min-w-0 flex-col gap-5">
        <Skeleton className="my-1 h-5 w-72 max-w-full" />
        <Skeleton className="h-72 rounded-lg" />
        <DeliverySkeleton />
      </div>
      <Skeleton className="h-72 rounded-lg" />
    </div>
  );
}

/** A placeholder with the height of most deliveries, so that the facts below it on a phone do not move. */
export function DeliverySkeleton() {
  return (
    <div aria-hidden className="h-36">
      <Skeleton className="my-1.5 w-20" />
      <Skeleton className="mt-1.5 h-28 rounded-lg" />
    </div>
  );
}
