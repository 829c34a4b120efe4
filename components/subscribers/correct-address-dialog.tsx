'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { z } from 'zod';
import type { Correctable, Correction } from '#components/explain/correction.ts';
import { Form, TextField } from '#components/form/form.tsx';
import { useFirstField } from '#components/form/use-first-field.ts';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { failure } from '#components/table/read-error.ts';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { notify } from '#components/ui/notify.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { issueText } from '#lib/api/issue-text.ts';
import { notificationMutations } from '#lib/notifications/client.ts';
import { addressName } from '#lib/reasons/links.ts';
import { subscriberMutations, subscriberQueries } from '#lib/subscribers/client.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { PatchSubscriberBody, type Subscriber } from '#lib/subscribers/schema.ts';

interface Props extends Correctable {
  correction: Correction;
  open: boolean;
  title: string;
  onClose: () => void;
}

/** Corrects one address of a subscriber, and retries the step that failed with the wrong address. */
export function CorrectAddressDialog({ open, title, ...props }: Props) {
  const { id, base } = useEnvironment();
  const { subscriberId } = props;
  const isRetried = useRef(false);
  const { data, error, refetch } = useQuery({ ...subscriberQueries.one(id, subscriberId), enabled: open });
  return (
    <Dialog open={open} onOpenChange={props.onClose}>
      <DialogContent
        title={title}
        onCloseAutoFocus={(event) => {
          const heading = isRetried.current && document.querySelector<HTMLElement>('[data-run-heading]');
          if (!heading) return;
          // The button that opened the dialog disappears with the new attempt.
          event.preventDefault();
          heading.focus({ preventScroll: true });
        }}
        description={
          data && (
            <>
              The address of{' '}
              <Link
                href={`${base}/subscribers/${encodeURIComponent(subscriberId)}`}
                className="rounded-sm text-accent-text hover:underline"
              >
                {nameOf(data)}
              </Link>
              . If your product also writes the address, the product’s next update replaces your correction.
            </>
          )
        }
      >
        {data ? (
          <AddressForm
            {...props}
            subscriber={data}
            onRetried={() => {
              isRetried.current = true;
            }}
          />
        ) : error ? (
          <ErrorState title="The subscriber could not be loaded" {...failure(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-24 rounded-lg" />
        )}
      </DialogContent>
    </Dialog>
  );
}

const LABELS = { email: 'Email', phone: 'Phone' } as const;
const TYPES = { email: 'email', phone: 'tel' } as const;

interface FormProps extends Correctable {
  correction: Correction;
  subscriber: Subscriber;
  onRetried: () => void;
  onClose: () => void;
}

function AddressForm({ field, subscriber, correction, onRetried, onClose }: FormProps) {
  const { retry, isSensitive, opensRun } = correction;
  const { id, base } = useEnvironment();
  const router = useRouter();
  const client = useQueryClient();
  const update = useMutation(subscriberMutations.update(id));
  const again = useMutation(notificationMutations.retryStep(id, retry?.runId ?? ''));
  const mayNotRetry = useWhyNot('messages:retry');
  const mayNotSee = useWhyNot('messages:content');
  const [before] = useState(subscriber[field] ?? '');
  const place = useFirstField();
  const retried = mayNotRetry || (isSensitive && mayNotSee) ? undefined : retry;

  const submit = async (values: Record<string, string>) => {
    const value = values[field]?.trim() ?? '';
    if (value !== (subscriber[field] ?? '')) {
      await update.mutateAsync({ subscriberId: subscriber.subscriberId, changes: { [field]: value } });
      // Runs and messages contain the subscriber's current address, so they are read again.
      void client.invalidateQueries({ queryKey: ['notifications', id] });
      void client.invalidateQueries({ queryKey: ['messages', id] });
    }
    if (retried) {
      // The new attempt removes the fix and this dialog with it, possibly before the response arrives here.
      onRetried();
      await again.mutateAsync({ jobId: retried.job._id, reason: 'Address corrected' });
    }
    onClose();
    notify.done(retried ? 'Address saved, step queued again' : 'Address saved');
    if (retried && opensRun) router.push(`${base}/activity?run=${retried.runId}`);
  };
  const isSaved = update.isSuccess && again.isError;
  return (
    <Form
      schema={schemaOf(field)}
      defaultValues={{ [field]: before }}
      submit={retried ? 'Save and retry' : 'Save'}
      onSubmit={submit}
      onCancel={onClose}
    >
      <div ref={place}>
        <TextField
          name={field}
          label={LABELS[field]}
          type={TYPES[field]}
          help={field === 'phone' ? 'With country code: +49…' : undefined}
          autoComplete="off"
          data-focus-first
        />
      </div>
      <p className="text-pretty text-muted">
        {isSaved ? 'The address was saved, but the step was not retried.' : consequence()}
      </p>
    </Form>
  );

  function consequence(): string {
    if (retried) return 'The step then runs again with the new address, and with the original workflow version.';
    if (retry && isSensitive) {
      return `The content is sensitive, so the step is not sent to a changed address. ${mayNotSee ?? ''}`;
    }
    return 'Later triggers use the new address. This message needs a new trigger.';
  }
}

/** Validates with the rules of the API. The address must not be empty. */
function schemaOf(field: Correctable['field']) {
  return z.object({ [field]: z.string() }).superRefine((values, ctx) => {
    const value = values[field]?.trim() ?? '';
    if (value === '') {
      ctx.addIssue({
        code: 'custom',
        path: [field],
        message: `Enter the ${addressName(field === 'email' ? field : 'sms')}`,
      });
      return;
    }
    for (const issue of PatchSubscriberBody.safeParse({ [field]: value }).error?.issues ?? []) {
      ctx.addIssue({ code: 'custom', path: [field], message: issueText(issue) });
    }
  });
}
