'use client';

import { useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { atField, isTaken } from '#components/form/taken.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { notify } from '#components/ui/notify.ts';
import { subscriberMutations } from '#lib/subscribers/client.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import type { EditedField } from './profile-query.ts';
import {
  changedFields,
  formValues,
  SubscriberForm,
  type SubscriberFormValues,
  subscriberBody,
} from './subscriber-form.tsx';

/** Creates a subscriber and opens its page. An existing ID is rejected. */
export function NewSubscriberDialog({ onClose }: { onClose: () => void }) {
  const { id, base, name } = useEnvironment();
  const router = useRouter();
  const create = useMutation(subscriberMutations.create(id));
  const [taken, setTaken] = useState<string>();
  const addressOf = (subscriberId: string) => `${base}/subscribers/${encodeURIComponent(subscriberId)}`;
  const submit = async (values: SubscriberFormValues) => {
    const body = subscriberBody(values);
    if (!body) return;
    try {
      await create.mutateAsync(body);
    } catch (error) {
      if (isTaken(error)) setTaken(body.subscriberId);
      throw atField(error, 'subscriberId', `A subscriber in ${name} has this ID already`);
    }
    // The dialog disappears with its page. Closing it would change the URL and undo this navigation.
    router.push(addressOf(body.subscriberId));
  };
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="New subscriber"
        description={`A person to notify in ${name}. Only the ID is required; your product can add the rest later.`}
        className="max-w-xl"
      >
        <SubscriberForm
          defaultValues={formValues()}
          submit="Create subscriber"
          idHelp={
            taken !== undefined && (
              <Link href={addressOf(taken)} className="text-accent-text underline underline-offset-2">
                Open the subscriber {taken}
              </Link>
            )
          }
          onSubmit={submit}
          onCancel={onClose}
        />
      </DialogContent>
    </Dialog>
  );
}

interface EditProps {
  subscriber: Subscriber;
  /** The field to focus. */
  field: EditedField | null;
  onClose: () => void;
}

/** Changes a subscriber. Only the fields that were edited are sent. */
export function EditSubscriberDialog({ subscriber, field, onClose }: EditProps) {
  const { id } = useEnvironment();
  const update = useMutation(subscriberMutations.update(id));
  // The form keeps its initial values, even if the subscriber is refetched in the meantime.
  const [before] = useState(() => formValues(subscriber));
  const submit = async (values: SubscriberFormValues) => {
    const changes = changedFields(before, values);
    if (Object.keys(changes).length > 0) {
      await update.mutateAsync({ subscriberId: subscriber.subscriberId, changes });
      notify.done(`${nameOf({ ...subscriber, ...changes })} was saved`);
    }
    onClose();
  };
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={`Edit ${nameOf(subscriber)}`}
        description="If your product also writes these fields, its next update of this subscriber replaces your changes."
        className="max-w-xl"
      >
        <SubscriberForm
          existing
          focus={field}
          defaultValues={before}
          submit="Save changes"
          onSubmit={submit}
          onCancel={onClose}
        />
      </DialogContent>
    </Dialog>
  );
}
