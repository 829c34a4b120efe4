import Link from 'next/link';
import { useReader } from '#components/layout/first-paint.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import type { EqualMessages } from '#lib/notifications/copies/equal.ts';
import { copyText } from '#lib/notifications/copies/equal-text.ts';
import { counted } from '#lib/text/counted.ts';

/** The other copies of a message, each with its time, its cause and links. */
export function OtherCopies({ equal }: { equal: EqualMessages }) {
  const { base } = useEnvironment();
  const { now, zone } = useReader();
  return (
    <ul aria-label="Other copies" className="mt-1.5 flex flex-col gap-0.5 pl-8 text-muted">
      {equal.copies.map((copy) => (
        <li key={copy.messageId} className="wrap-anywhere">
          <Link
            href={`${base}/messages/${copy.messageId}`}
            className="touch-area rounded-sm font-medium text-accent-text hover:underline"
          >
            {copyText(copy, equal, now, zone)}
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
      {equal.messages - 1 > equal.copies.length && (
        <li>{counted(equal.messages - 1 - equal.copies.length, 'older copy', 'older copies')}</li>
      )}
    </ul>
  );
}
