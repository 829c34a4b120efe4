'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { SubscriberPicker } from '#components/subscribers/subscriber-picker.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogContent, DialogFooter } from '#components/ui/dialog.tsx';
import { notify } from '#components/ui/notify.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { topicMutations } from '#lib/topics/client.ts';
import type { Topic } from '#lib/topics/schema.ts';
import { topicName } from './address.ts';

/** Subscribes one subscriber to a topic. */
export function SubscribeDialog({ topic, onClose }: { topic: Topic; onClose: () => void }) {
  const { id } = useEnvironment();
  const [subscriberId, setSubscriberId] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const subscribe = useMutation(topicMutations.subscribe(id, subscriberId ?? ''));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (subscriberId === null || subscribe.isPending) return;
    try {
      const { data, errors = [] } = await subscribe.mutateAsync(topic.key);
      if (errors[0]) return setError(errors[0].message);
      onClose();
      notify.done(`${data[0] ? nameOf(data[0].subscriber) : subscriberId} was subscribed`);
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : String(cause));
    }
  };
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={`Subscribe to ${topicName(topic)}`}
        description="Every trigger for this topic reaches the subscriber, in any context."
      >
        <form onSubmit={submit}>
          <SubscriberPicker
            label="Subscriber"
            autoFocus
            value={subscriberId}
            onChange={(next) => {
              setError(undefined);
              setSubscriberId(next);
            }}
          />
          {error && (
            <p role="alert" className="mt-3 rounded-md bg-bad-soft px-3 py-2 text-bad">
              {error}
            </p>
          )}
          <DialogFooter>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              type="submit"
              variant="primary"
              pending={subscribe.isPending}
              disabledReason={subscriberId === null ? 'Choose a subscriber first' : undefined}
            >
              Subscribe
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
