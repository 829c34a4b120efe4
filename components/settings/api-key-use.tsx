import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { ApiKey } from '#lib/api-keys/schema.ts';

/** A sentence about the use of a key. */
export function ApiKeyUse({ apiKey: { callsLast24Hours: calls, lastUsedAt } }: { apiKey: ApiKey }) {
  if (!lastUsedAt) return 'It was never used.';
  return (
    <strong className="font-medium text-fg">
      {calls.toLocaleString('en-GB')} {calls === 1 ? 'call' : 'calls'} in the last 24 hours, last used{' '}
      <RelativeTime value={lastUsedAt} />.
    </strong>
  );
}
