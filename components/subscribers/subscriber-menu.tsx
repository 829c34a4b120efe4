'use client';

import { Pencil, StepForward } from 'lucide-react';
import dynamic from 'next/dynamic';
import { ExplainLink } from '#components/explain/explain-link.tsx';
import { useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import { useProfile } from './profile-query.ts';

/** The menu and the dialogs, loaded after the profile. The placeholder has the size of the menu. */
const SubscriberActions = dynamic(() => import('./subscriber-actions.tsx').then((module) => module.SubscriberActions), {
  ssr: false,
  loading: () => <span aria-hidden className="control-sm aspect-square" />,
});

/** The actions on a subscriber. On phones the menu includes actions without room in the bar. */
export function SubscriberMenu({ subscriber }: { subscriber: Subscriber }) {
  const denied = useWhyNot('subscribers:write');
  const mayNotTrigger = useWhyNot('events:trigger');
  const { edit, dryRun } = useProfile();
  return (
    <>
      <ExplainLink subscriber={subscriber.subscriberId} className="max-sm:hidden" />
      <Button size="sm" disabledReason={mayNotTrigger} onClick={dryRun} className="max-md:hidden">
        <StepForward aria-hidden />
        Dry run
      </Button>
      <Button size="sm" disabledReason={denied} onClick={() => edit()} className="max-md:hidden">
        <Pencil aria-hidden />
        Edit
      </Button>
      <SubscriberActions subscriber={subscriber} />
    </>
  );
}
