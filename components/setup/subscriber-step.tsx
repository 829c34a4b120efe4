import { useMutation } from '@tanstack/react-query';
import { useEnvironment, useSession, useWhyNot } from '#components/layout/session.tsx';
import { failure } from '#components/table/read-error.ts';
import { Button } from '#components/ui/button.tsx';
import { subscriberMutations } from '#lib/subscribers/client.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import { DoneLink } from './done-link.tsx';
import { Failed } from './failed.tsx';

export function SubscriberStep({ subscriber }: { subscriber: Subscriber | undefined }) {
  const { id, base } = useEnvironment();
  const { name, email } = useSession().user;
  const denied = useWhyNot('subscribers:write');
  const create = useMutation(subscriberMutations.create(id));
  if (subscriber) {
    const { subscriberId, firstName, lastName } = subscriber;
    const known = [firstName, lastName].filter(Boolean).join(' ') || subscriberId;
    return <DoneLink href={`${base}/subscribers/${encodeURIComponent(subscriberId)}`}>{known}</DoneLink>;
  }
  const [firstName = name, ...others] = name.split(' ');
  const lastName = others.length > 0 ? { lastName: others.join(' ') } : {};
  return (
    <>
      <p className="text-pretty">
        A subscriber is a person who gets messages. You choose the ID of each subscriber. A trigger with a new ID
        creates the subscriber.
      </p>
      <Button
        disabledReason={denied}
        pending={create.isPending}
        onClick={() => create.mutate({ subscriberId: email, email, firstName, ...lastName })}
      >
        <span className="truncate">Add {email}</span>
      </Button>
      {create.error && <Failed>{failure(create.error).message}</Failed>}
    </>
  );
}
