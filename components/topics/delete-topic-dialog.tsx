'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { countText } from '#components/table/pager.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogContent, DialogFooter } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { notify } from '#components/ui/notify.ts';
import { topicMutations, topicQueries } from '#lib/topics/client.ts';
import { topicName } from './address.ts';
import type { TopicDialogProps } from './topic-action.ts';

/** Lists the data that are deleted with a topic, and requires the key of the topic. */
export function DeleteTopicDialog({ topic, onClose, onDeleted }: TopicDialogProps) {
  const { id } = useEnvironment();
  const [typed, setTyped] = useState('');
  const remove = useMutation(topicMutations.remove(id));
  const run = async () => {
    await remove.mutateAsync(topic.key);
    onClose();
    onDeleted?.();
    notify.done(`${topicName(topic)} was deleted`);
  };
  const missing = typed.trim() === topic.key ? undefined : `Type ${topic.key} first`;
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={`Delete ${topicName(topic)}?`} role="alertdialog" className="max-w-lg">
        <Consequence topicKey={topic.key} />
        <form
          className="mt-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (!missing) void run();
          }}
        >
          <Field label={`Type “${topic.key}” to confirm`}>
            {(control) => (
              <Input
                {...control}
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </Field>
        </form>
        {remove.error && (
          <p role="alert" className="mt-3 rounded-md bg-bad-soft px-3 py-2 text-bad">
            {remove.error.message}
          </p>
        )}
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" pending={remove.isPending} disabledReason={missing} onClick={() => void run()}>
            Delete topic
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function Consequence({ topicKey }: { topicKey: string }) {
  const { id, name } = useEnvironment();
  const page = useQuery({ ...topicQueries.subscriptions(id, topicKey, { limit: 1 }), staleTime: 0 });
  return (
    <div className="flex flex-col gap-2 text-muted">
      <p>
        The topic is deleted from {name}, with{' '}
        {page.data ? countText(page.data, ['subscription', 'subscriptions']) : 'its subscriptions'}. This cannot be
        undone. The subscribers themselves stay.
      </p>
      <p>Runs stay in the history. A later trigger for this key reaches no subscriber until the topic exists again.</p>
    </div>
  );
}
