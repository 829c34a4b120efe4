import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import type { Explanation } from '#lib/explain/schema.ts';
import { workflowAddress } from '#lib/workflows/address.ts';

/** Advice on how to prevent the copies of a message. Empty if there are no copies, or if all of them were requested. */
export function EqualFix({ answer: { equal, decisive } }: { answer: Explanation }) {
  const { base } = useEnvironment();
  const byTriggers = equal?.copies.filter(({ by }) => by === 'trigger') ?? [];
  const [other] = byTriggers;
  const workflow = decisive.run?.workflow.workflowId;
  if (!equal || (!other && equal.copies.every(({ by }) => by !== 'step'))) return null;
  const button = buttonClass({ size: 'sm' });
  return (
    <section aria-label="What to do" className="rounded-lg border border-line bg-surface px-4 py-3">
      <h3 className="mb-1.5 text-xs font-medium text-faint">What to do</h3>
      <p className="text-pretty">
        {other ? (
          <>
            Different triggers sent the same content. With each trigger, send a{' '}
            <code className="font-mono text-xs">transactionId</code> that is derived from the event, such as the order
            number: a second trigger with the same ID starts no run. To find the{' '}
            {equal.triggers === 2 ? 'two' : equal.triggers} calls, search the log of your product for the transaction
            IDs above.
          </>
        ) : (
          'Several steps of the workflow send the same content. Remove one, or give one a condition.'
        )}
      </p>
      <div className="mt-2.5 flex flex-wrap items-center gap-2 empty:hidden">
        {other ? (
          <>
            <Link href={`${base}/activity?run=${other._notificationId}`} className={button}>
              {byTriggers.length > 1 ? 'Open the newest other run' : 'Open the other run'}
            </Link>
            <Link href="/docs/errors" className={button}>
              Read about transaction IDs
            </Link>
          </>
        ) : (
          workflow && (
            <Link href={workflowAddress(base, workflow)} className={button}>
              Open the workflow
            </Link>
          )
        )}
      </div>
    </section>
  );
}
