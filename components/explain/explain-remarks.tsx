import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { outageAddress } from '#components/outages/outage-address.ts';
import { useLastingOutage } from '#components/outages/use-lasting-outage.ts';
import { Prose } from '#components/ui/prose.tsx';
import type { Explanation } from '#lib/explain/schema.ts';
import { OtherCopies } from './equal-messages.tsx';

/**
 * The remarks below the sentence of an answer: further sentences, the outage that delayed the message, and the other
 * copies of the message.
 */
export function ExplainRemarks({ answer, remarks }: { answer: Explanation; remarks: readonly string[] }) {
  const { base } = useEnvironment();
  const lasting = useLastingOutage(answer.decisive);
  const outage = answer.late?.outage ?? lasting;
  return (
    <>
      {remarks.map((text) => (
        <p key={text} className="mt-1.5 pl-8 font-medium text-pretty">
          <Prose>{text}</Prose>
        </p>
      ))}
      {outage && (
        <Link
          href={outageAddress(base, outage)}
          className="touch-area ml-8 rounded-sm font-medium text-accent-text hover:underline"
        >
          Open the outage
        </Link>
      )}
      {answer.equal && <OtherCopies equal={answer.equal} />}
    </>
  );
}
