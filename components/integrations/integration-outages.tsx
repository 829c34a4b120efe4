import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { outageAddress } from '#components/outages/outage-address.ts';
import type { IntegrationUsage } from '#lib/integrations/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { durationText, momentText } from '#lib/time/time.ts';

type Outage = IntegrationUsage['outages'][number];

/** The outages of the last 30 days. Each links to its page. Empty without an outage. */
export function IntegrationOutages({ integrationId, outages }: { integrationId: string; outages: readonly Outage[] }) {
  const { base } = useEnvironment();
  if (outages.length === 0) return null;
  return (
    <div className="border-t border-line px-3 py-2.5">
      <h4 className="text-xs text-faint">Outages in the last 30 days</h4>
      <ul className="mt-1 flex flex-col gap-1.5">
        {outages.map((outage) => (
          <li key={outage.openedAt}>
            <Link
              href={outageAddress(base, { integrationId, openedAt: outage.openedAt })}
              prefetch={false}
              className="touch-area rounded-sm font-medium text-accent-text hover:underline"
            >
              {momentText(outage.openedAt)}
            </Link>
            <span className={outage.closedAt ? undefined : 'text-bad'}>{` · ${outageText(outage)}`}</span>
            <span className="line-clamp-2 text-xs wrap-anywhere text-faint">{outage.words}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns the length and the effect at the end: "12 min. At its end, 6 messages waited and 0 had failed". */
export function outageText({ openedAt, closedAt, late, failed }: Outage): string {
  if (closedAt === undefined) return 'still not reachable';
  const length = durationText(Date.parse(closedAt) - Date.parse(openedAt));
  if (late === undefined || failed === undefined) return length;
  return `${length}. At its end, ${counted(late, 'message')} waited and ${failed.toLocaleString('en')} had failed`;
}
