import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { copyText, equalText } from '#lib/explain/equal-text.ts';
import type { Explanation } from '#lib/explain/schema.ts';

/** How often the subscriber was sent this message, with a link to each other copy and what caused it. */
export function EqualMessages({ answer }: { answer: Explanation }) {
  const { base } = useEnvironment();
  const text = equalText(answer);
  if (text === undefined) return null;
  return (
    <div className="mt-1.5 pl-8">
      <p className="font-medium text-pretty">{text}</p>
      <ul aria-label="Other copies" className="mt-0.5 flex flex-col gap-0.5 text-muted">
        {answer.equal?.copies.map((copy) => (
          <li key={copy.messageId} className="wrap-anywhere">
            <Link
              href={`${base}/messages/${copy.messageId}`}
              className="touch-area rounded-sm font-medium text-accent-text hover:underline"
            >
              {copyText(copy, Date.now())}
            </Link>
            {copy.by === 'trigger' && (
              <>
                : transaction{' '}
                <Link href={`${base}/activity?run=${copy._notificationId}`} className="rounded-sm hover:underline">
                  {copy.transactionId}
                </Link>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
