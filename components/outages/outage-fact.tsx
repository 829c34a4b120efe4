import Link from 'next/link';
import { useReader } from '#components/layout/first-paint.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { Fact } from '#components/ui/facts.tsx';
import type { Lateness } from '#lib/notifications/lateness.ts';
import { outageAddress } from './outage-address.ts';
import { spanText } from './outage-texts.ts';
import { useLastingOutage, type Waiting } from './use-lasting-outage.ts';

interface Props {
  late: Lateness | undefined;
  /** The step or message that waits for its next attempt. */
  waiting?: Waiting | undefined;
}

/**
 * The outage that made a message late or whose end a message awaits, with a link to the outage. Empty without an
 * outage.
 */
export function OutageFact({ late, waiting }: Props) {
  const { base } = useEnvironment();
  const { zone } = useReader();
  const lasting = useLastingOutage(waiting);
  const outage = late?.outage ?? lasting;
  if (!outage) return null;
  return (
    <Fact label="Outage">
      <Link
        href={outageAddress(base, outage)}
        className="touch-area rounded-sm font-medium text-accent-text hover:underline"
      >
        {spanText(outage, zone)}
      </Link>
    </Fact>
  );
}
