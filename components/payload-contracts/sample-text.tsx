import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { PayloadContract } from '#lib/payload-contracts/schema.ts';
import { counted } from '#lib/text/counted.ts';

/** Names the triggers that were read, and the limits of the result. */
export function SampleText({ contract: { sample, workflow, usesWhole } }: { contract: PayloadContract }) {
  const { base } = useEnvironment();
  return (
    <div className="max-w-3xl text-pretty text-muted">
      <p>
        {sample.from && sample.to ? (
          <>
            From {sample.isWhole ? 'all' : 'the newest'} {counted(sample.triggers, 'trigger')},{' '}
            <RelativeTime value={sample.from} absolute /> to <RelativeTime value={sample.to} absolute />. Names and
            types only: values are not shown.
          </>
        ) : (
          'No trigger is stored, so only the variables that steps read or the schema defines are listed.'
        )}{' '}
        {usesWhole && 'A step reads the payload as a whole, so every variable counts as used.'}
      </p>
      <p className="text-xs">
        Runs do not record which API key triggered them.{' '}
        <Link href={`${base}/request-log`} className="text-accent-text underline underline-offset-2">
          The request log
        </Link>{' '}
        has the caller of each trigger.{' '}
        {!workflow.hasSchema && 'The workflow has no payload schema, so no trigger is rejected.'}
      </p>
    </div>
  );
}
