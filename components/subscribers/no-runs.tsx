'use client';

import { Activity, StepForward } from 'lucide-react';
import { ExplainLink } from '#components/explain/explain-link.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { nameOf } from '#lib/subscribers/name.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import { NoMatch } from './no-match.tsx';
import { useProfile } from './profile-query.ts';

interface Props {
  subscriber: Subscriber;
  isFiltered: boolean;
  onClear: () => void;
}

/** The empty list of a profile’s runs. */
export function NoRuns({ subscriber, isFiltered, onClear }: Props) {
  const { name } = useEnvironment();
  if (isFiltered) return <NoMatch noun="run" onClear={onClear} />;
  return (
    <EmptyState
      icon={Activity}
      title={`Nothing was triggered for ${nameOf(subscriber)}`}
      action={<NothingYet subscriberId={subscriber.subscriberId} />}
    >
      No run in {name} is for this subscriber. If you expected a run, ask why there is none, or see with a dry run what
      a trigger would do now.
    </EmptyState>
  );
}

function NothingYet({ subscriberId }: { subscriberId: string }) {
  const denied = useWhyNot('events:trigger');
  const { dryRun } = useProfile();
  return (
    <span className="flex flex-wrap justify-center gap-2">
      <ExplainLink subscriber={subscriberId} label="Ask why" />
      <Button size="sm" disabledReason={denied} onClick={dryRun}>
        <StepForward aria-hidden />
        Try a trigger
      </Button>
    </span>
  );
}
