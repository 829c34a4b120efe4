'use client';

import { useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { Form, TextField } from '#components/form/form.tsx';
import { atField, isTaken } from '#components/form/taken.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { slugify } from '#lib/text/slug.ts';
import { topicMutations } from '#lib/topics/client.ts';
import { topicAddress, topicName } from './address.ts';
import type { TopicDialogProps } from './topic-action.ts';

const name = z.string().trim().max(255, 'At most 255 characters');
const newTopic = z.object({
  key: z
    .string()
    .trim()
    .min(1, 'Enter a key for your code to use')
    .max(255, 'At most 255 characters')
    // The API accepts more, but a key with spaces or slashes is hard to write in code and in addresses, for good.
    .regex(/^[\w.:-]*$/, 'Use letters, digits and - _ . : only'),
  name,
});
const newName = z.object({ name });

/** Creates a topic and opens its page. */
export function NewTopicDialog({ onClose }: { onClose: () => void }) {
  const { id, base } = useEnvironment();
  const router = useRouter();
  const create = useMutation(topicMutations.create(id));
  const [taken, setTaken] = useState<string>();
  const submit = async ({ key, name }: z.infer<typeof newTopic>) => {
    try {
      await create.mutateAsync({ key, ...(name && { name }) });
    } catch (error) {
      if (isTaken(error)) setTaken(key);
      throw atField(error, 'key', 'A topic with this key exists already');
    }
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
          <NameField />
          <TextField
            name="key"
            label="Key"
            help={
              taken === undefined ? (
                'Your code refers to the topic by this key. It cannot be changed later.'
              ) : (
                <Link href={topicAddress(base, taken)} className="text-accent-text underline underline-offset-2">
                  Open the topic {taken}
                </Link>
              )
            }
            placeholder="order-updates"
            autoComplete="off"
            spellCheck={false}
          />
        </Form>
      </DialogContent>
    </Dialog>
  );
}

/** The name, which proposes the key as long as no key is typed. */
function NameField() {
  const { getValues, setValue, formState } = useFormContext<z.infer<typeof newTopic>>();
  const proposed = useRef('');
  const propose = (typed: string) => {
    if (getValues('key') !== proposed.current) return;
    proposed.current = slugify(typed);
    setValue('key', proposed.current, { shouldValidate: formState.isSubmitted });
  };
  return (
    <TextField
      name="name"
      label="Name (optional)"
      placeholder="Order updates"
      autoComplete="off"
      onInput={({ currentTarget }) => propose(currentTarget.value)}
    />
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
