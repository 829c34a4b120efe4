'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { Input } from '#components/ui/input.tsx';
import { notify } from '#components/ui/notify.ts';
import { useDebounced } from '#components/ui/use-debounced.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import { topicMutations, topicQueries } from '#lib/topics/client.ts';

/** Subscribes to a topic by its key. Existing topics are suggested; a key without a topic makes one. */
export function SubscribeForm({ subscriber }: { subscriber: Subscriber }) {
  const { id } = useEnvironment();
  const denied = useWhyNot('topics:write');
  const list = useId();
  const [key, setKey] = useState('');
  const wanted = useDebounced(key.trim(), 150);
  const topics = useQuery({
    ...topicQueries.list(id, { limit: 20, ...(wanted && { key: wanted }) }),
    enabled: denied === undefined,
  });
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
      notify.failed('Not subscribed', { description: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <form onSubmit={submit} className="flex items-center gap-2">
      <Input
        value={key}
        onChange={(event) => setKey(event.target.value)}
        aria-label="Key of a topic"
        placeholder="Key of a topic, such as order-updates"
        list={list}
        maxLength={255}
        readOnly={denied !== undefined}
        autoComplete="off"
        spellCheck={false}
        className="max-w-80"
      />
      <datalist id={list}>
        {topics.data?.data.map((topic) => (
          <option key={topic._id} value={topic.key}>
            {topic.name}
          </option>
        ))}
      </datalist>
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
