'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { notifyFailure } from '#components/form/notify-failure.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { notify } from '#components/ui/notify.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import { topicMutations } from '#lib/topics/client.ts';
import { TopicField } from './topic-field.tsx';

/** Subscribes the subscriber to an existing topic, or to a new one by its key. */
export function SubscribeForm({ subscriber }: { subscriber: Subscriber }) {
  const { id } = useEnvironment();
  const denied = useWhyNot('topics:write');
  const [key, setKey] = useState('');
  const subscribe = useMutation(topicMutations.subscribe(id, subscriber.subscriberId));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const topic = key.trim();
    if (denied || topic === '' || subscribe.isPending) return;
    try {
      await subscribe.mutateAsync(topic);
      setKey('');
      notify.done(`${nameOf(subscriber)} follows ${topic}`);
    } catch (error) {
      notifyFailure(error, 'Not subscribed');
    }
  };
  return (
    <form onSubmit={submit} className="flex items-center gap-2">
      <TopicField value={key} onChange={setKey} readOnly={denied !== undefined} />
      <Button
        type="submit"
        disabledReason={denied ?? (key.trim() === '' ? 'Name a topic.' : undefined)}
        pending={subscribe.isPending}
      >
        Subscribe
      </Button>
    </form>
  );
}
