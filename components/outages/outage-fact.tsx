import Link from 'next/link';
import { useReader } from '#components/layout/first-paint.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { Fact } from '#components/ui/facts.tsx';
import type { HeldBy } from '#lib/notifications/lateness/lateness.ts';
import { outageAddress } from './outage-address.ts';
import { spanText, withLasting } from './outage-texts.ts';
import { useLastingOutage, type Waiting } from './use-lasting-outage.ts';

interface Props {
  /** The outages that held up a step, the oldest first. */
  outages: readonly HeldBy[] | undefined;
  /** The step or message that waits for its next attempt. */
  waiting?: Waiting | undefined;
}

/**
 * The outages that held up a message and the one whose end a message awaits, each with a link. Empty without an outage.
 */
export function OutageFact({ outages, waiting }: Props) {
  const { base } = useEnvironment();
  const { zone } = useReader();
  const all = withLasting(outages, useLastingOutage(waiting));
  if (all.length === 0) return null;
  return (
    <Fact label={all.length === 1 ? 'Outage' : 'Outages'}>
      {all.map((outage) => (
        <Link
          key={`${outage.integrationId} ${outage.openedAt}`}
          href={outageAddress(base, outage)}
          className="touch-area rounded-sm font-medium text-accent-text hover:underline"
        >
          {spanText(outage, zone)}
        </Link>
      ))}
    </Fact>
  );
}
