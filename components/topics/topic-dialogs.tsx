'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { z } from 'zod';
import { Form, TextField } from '#components/form/form.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { topicMutations } from '#lib/topics/client.ts';
import { topicAddress, topicName } from './address.ts';
import type { TopicDialogProps } from './topic-action.ts';

const name = z.string().trim().max(255, 'At most 255 characters');
const newTopic = z.object({
  key: z.string().trim().min(1, 'Enter a key for your code to use').max(255, 'At most 255 characters'),
  name,
});
const newName = z.object({ name });

/** Creates a topic and opens its page. */
export function NewTopicDialog({ onClose }: { onClose: () => void }) {
  const { id, base } = useEnvironment();
  const router = useRouter();
  const create = useMutation(topicMutations.create(id));
  const submit = async ({ key, name }: z.infer<typeof newTopic>) => {
    await create.mutateAsync({ key, ...(name && { name }) });
    // The dialog disappears with its page. Closing it would change the URL and undo this navigation.
    router.push(topicAddress(base, key));
  };
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title="New topic" description="A trigger for a topic reaches all of its subscribers.">
        <Form
          schema={newTopic}
          defaultValues={{ key: '', name: '' }}
          submit="Create topic"
          onSubmit={submit}
          onCancel={onClose}
        >
          <TextField
            name="key"
            label="Key"
            help="Your code refers to the topic by this key. It cannot be changed later."
            placeholder="order-updates"
            autoComplete="off"
            spellCheck={false}
          />
          <TextField name="name" label="Name (optional)" placeholder="Order updates" autoComplete="off" />
        </Form>
      </DialogContent>
    </Dialog>
  );
}

export function RenameTopicDialog({ topic, onClose }: TopicDialogProps) {
  const update = useMutation(topicMutations.update(useEnvironment().id));
  const submit = async ({ name }: z.infer<typeof newName>) => {
    await update.mutateAsync({ key: topic.key, name });
    onClose();
  };
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={`Rename ${topicName(topic)}`} description={`The key stays ${topic.key}.`}>
        <Form
          schema={newName}
          defaultValues={{ name: topic.name ?? '' }}
          submit="Rename topic"
          onSubmit={submit}
          onCancel={onClose}
        >
          <TextField name="name" label="Name" autoComplete="off" />
        </Form>
      </DialogContent>
    </Dialog>
  );
}
