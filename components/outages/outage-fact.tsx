import Link from 'next/link';
import { useReader } from '#components/layout/first-paint.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { Fact } from '#components/ui/facts.tsx';
import type { Lateness } from '#lib/notifications/lateness.ts';
import { outageAddress } from './outage-address.ts';
import { spanText } from './outage-texts.ts';

/** The outage that made a message late, with a link to its page. Empty without one. */
export function OutageFact({ late }: { late: Lateness | undefined }) {
  const { base } = useEnvironment();
  const { zone } = useReader();
  if (!late?.outage) return null;
  return (
    <Fact label="Outage">
      <Link
        href={outageAddress(base, late.outage)}
        className="touch-area rounded-sm font-medium text-accent-text hover:underline"
      >
        {spanText(late.outage, zone)}
      </Link>
    </Fact>
  );
}
