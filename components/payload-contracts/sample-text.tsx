import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { PayloadContract } from '#lib/payload-contracts/schema.ts';
import { counted } from '#lib/text/counted.ts';

/** Names the triggers that were read, and the limits of the result. */
export function SampleText({ contract }: { contract: PayloadContract }) {
  const { sample, workflow, usesWhole } = contract;
  return (
    <div className="max-w-3xl text-pretty text-muted">
      <p>
        {sample.from && sample.to ? (
          <>
            From {sample.isWhole ? 'all' : 'the newest'} {counted(sample.triggers, 'trigger')}, the first{' '}
            <RelativeTime value={sample.from} focusable />, the last <RelativeTime value={sample.to} focusable />. Names
            and types only: values are not shown.
          </>
        ) : (
          'No trigger is stored, so only the variables that steps read or the schema defines are listed.'
        )}{' '}
        {usesWhole && 'A step reads the payload as a whole, so every variable counts as used.'}
      </p>
      <Callers contract={contract} />
      {!workflow.hasSchema && <p className="text-xs">The workflow has no payload schema, so no trigger is rejected.</p>}
    </div>
  );
}

/** The API keys that sent the triggers, each with a link to its calls. Empty for readers who may not see the request log. */
function Callers({ contract: { callers, sample } }: { contract: PayloadContract }) {
  const { base } = useEnvironment();
  if (!callers || sample.triggers === 0) return null;
  const unknown = sample.triggers - callers.reduce((sum, { triggers }) => sum + triggers, 0);
  return (
    <dl className="mt-1.5 flex flex-wrap items-baseline gap-x-4 gap-y-1">
      <dt className="text-xs font-medium text-faint">Callers</dt>
      {callers.map(({ apiKey, triggers, lastAt }) => (
        <dd key={apiKey._id}>
          <Link
            href={`${base}/request-log?caller=key:${apiKey._id}`}
            className="touch-area rounded-sm text-xs font-medium text-accent-text hover:underline"
          >
            {apiKey.name ?? 'A deleted API key'}
          </Link>{' '}
          <span className="text-xs">
            {counted(triggers, 'trigger')}, last <RelativeTime value={lastAt} />
          </span>
        </dd>
      ))}
      {unknown > 0 && (
        <dd className="text-xs">
          {callers.length > 0 ? counted(unknown, 'trigger') : 'All'} without a known key: from the dashboard, or older
          than the request log
        </dd>
      )}
    </dl>
  );
}
