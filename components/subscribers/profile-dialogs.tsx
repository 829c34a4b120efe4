import dynamic from 'next/dynamic';
import { EventDialog } from '#components/events/event-dialog.tsx';
import { useWhyNot } from '#components/layout/session.tsx';
import { nameOf } from '#lib/subscribers/name.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import { useProfile } from './profile-query.ts';

const EditSubscriberDialog = dynamic(
  () => import('./subscriber-dialogs.tsx').then((module) => module.EditSubscriberDialog),
  { ssr: false },
);

/** The dialog of a profile that the URL opens. */
export function ProfileDialogs({ subscriber }: { subscriber: Subscriber }) {
  const denied = useWhyNot('subscribers:write');
  const { dialog, field, closeDialog } = useProfile();
  const { subscriberId } = subscriber;
  return (
    <>
      {dialog === 'edit' && denied === undefined && (
        <EditSubscriberDialog subscriber={subscriber} field={field} onClose={closeDialog} />
      )}
      <EventDialog dialog={dialog} subscriberId={subscriberId} about={nameOf(subscriber)} onClose={closeDialog} />
    </>
  );
}
