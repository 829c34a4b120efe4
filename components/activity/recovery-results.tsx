import Link from 'next/link';
import { Fragment } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import type { Recovery } from '#lib/recoveries/schema.ts';
import { recoveryResults } from './recovery-text.ts';

/** The results of the retried runs. Each result links to the list of exactly its runs. */
export function RecoveryResults({ recovery }: { recovery: Recovery }) {
  const { base } = useEnvironment();
  const results = recoveryResults(recovery);
  if (results.length === 0) return null;
  return (
    <span>
      Results:{' '}
      {results.map(({ text, query }, index) => (
        <Fragment key={text}>
          {index > 0 && ', '}
          <Link
            href={`${base}/activity?${query}`}
            className="touch-area rounded-sm font-medium text-accent-text hover:underline"
          >
            {text}
          </Link>
        </Fragment>
      ))}
      .
    </span>
  );
}
