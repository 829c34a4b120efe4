import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { Fact } from '#components/ui/facts.tsx';
import type { EqualMessages } from '#lib/notifications/copies/equal.ts';
import { equalText } from '#lib/notifications/copies/equal-text.ts';
import { explainAddress } from './explain-query.ts';

/** The copies of a message with the same content, with a link to their explanation. Empty without copies. */
export function EqualFact({ equal }: { equal: EqualMessages | undefined }) {
  const { base } = useEnvironment();
  if (!equal) return null;
  return (
    <Fact label="Copies">
      <Link
        href={explainAddress(base, { subscriber: equal.messageId })}
        className="touch-area rounded-sm font-medium text-accent-text hover:underline"
      >
        {equalText(equal)}
      </Link>
    </Fact>
  );
}
