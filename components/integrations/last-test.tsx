import { CircleCheck, CircleX } from 'lucide-react';
import { useReader } from '#components/layout/first-paint.ts';
import { ActorName } from '#components/members/actor-name.tsx';
import { StateMark } from '#components/status/state-mark.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { Integration } from '#lib/integrations/schema.ts';
import { timesAt } from '#lib/time/day-time.ts';
import { useHealth } from './integration-health.tsx';
import { testStyles } from './test-result.tsx';

const kinds = { connection: 'Connection tested', message: 'Test message sent' } as const;

/** The last test: its result, time, author, and the provider's words. Empty if there was none. */
export function LastTestLine({ integration }: { integration: Integration }) {
  const { counts } = useHealth(integration);
  const test = counts?.lastTest;
  if (!test) return null;
  const { state, label } = testStyles[test.outcome];
  return (
    <div className="border-t border-line pt-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <StateMark state={state} label={label} show="badge" />
        <span className="text-xs text-faint">
          {kinds[test.kind]} <RelativeTime value={test.testedAt} focusable /> by{' '}
          <ActorName actor={{ label: test.testedBy }} />
        </span>
      </p>
      <p className="mt-1 break-words text-muted">{test.message}</p>
    </div>
  );
}

/** The last test as a badge, for lists. */
export function LastTestBadge({ integration }: { integration: Integration }) {
  const { now, zone } = useReader();
  const { counts } = useHealth(integration);
  const test = counts?.lastTest;
  if (!test || (test.outcome !== 'succeeded' && test.outcome !== 'failed')) return null;
  const isFailed = test.outcome === 'failed';
  const Icon = isFailed ? CircleX : CircleCheck;
  const tip = `${kinds[test.kind]} ${timesAt(now, zone).on(test.testedAt)} by ${test.testedBy}: ${test.message}`;
  return (
    <Badge tone={isFailed ? 'bad' : 'plain'} data-tip={tip}>
      <Icon aria-hidden />
      {isFailed ? 'Test failed' : 'Tested'}
    </Badge>
  );
}
