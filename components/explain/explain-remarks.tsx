import Link from 'next/link';
import { useReader } from '#components/layout/first-paint.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { outageAddress } from '#components/outages/outage-address.ts';
import { spanText, withLasting } from '#components/outages/outage-texts.ts';
import { useLastingOutage } from '#components/outages/use-lasting-outage.ts';
import { Prose } from '#components/ui/prose.tsx';
import type { Explanation } from '#lib/explain/schema.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import { OtherCopies } from './equal-messages.tsx';

/**
 * The remarks below the sentence of an answer: further sentences, the outages that held up the message, and the other
 * copies of the message.
 */
export function ExplainRemarks({ answer, remarks }: { answer: Explanation; remarks: readonly string[] }) {
  const { base } = useEnvironment();
  const { zone } = useReader();
  const outages = withLasting(answer.outages, useLastingOutage(answer.decisive));
  return (
    <>
      {remarks.map((text) => (
        <p key={text} className="mt-1.5 pl-8 font-medium text-pretty">
          <Prose>{text}</Prose>
        </p>
      ))}
      {outages.length > 0 && (
        <p className="flex flex-wrap gap-x-4 gap-y-1 pl-8">
          {outages.map((outage) => (
            <Link
              key={`${outage.integrationId} ${outage.openedAt}`}
              href={outageAddress(base, outage)}
              className="touch-area rounded-sm font-medium text-accent-text hover:underline"
            >
              {outages.length === 1 ? 'Open the outage' : `Open the outage: ${lowerFirst(spanText(outage, zone))}`}
            </Link>
          ))}
        </p>
      )}
      {answer.equal && <OtherCopies equal={answer.equal} />}
    </>
  );
}
