'use client';

import { useMutation } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { z } from 'zod';
import { Form, TextField } from '#components/form/form.tsx';
import { SessionsDialog } from '#components/settings/sessions-dialog.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { notify } from '#components/ui/notify.ts';
import { useOpened } from '#components/ui/use-opened.ts';
import { NewPassword } from '#lib/auth/schema.ts';
import { meMutations } from '#lib/me/client.ts';
import { useSession } from './session.tsx';

const schema = z.object({
  currentPassword: z.string().min(1, 'Enter your present password'),
  newPassword: NewPassword,
});

const TwoStepDialog = dynamic(
  () => import('#components/two-step/two-step-dialog.tsx').then((module) => module.TwoStepDialog),
  { ssr: false },
);

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Changes the password of the signed-in user, and links to two-step sign-in and sessions. */
export function ChangePassword({ open, onOpenChange }: Props) {
  const { user } = useSession();
  const [next, setNext] = useState<'sessions' | 'two-step'>();
  const hasTwoStep = useOpened(next === 'two-step');
  const openNext = (dialog: 'sessions' | 'two-step') => {
    onOpenChange(false);
    setNext(dialog);
  };
  const close = () => setNext(undefined);
  return (
    <>
      <PasswordDialog open={open} onOpenChange={onOpenChange} onNext={openNext} />
      <SessionsDialog open={next === 'sessions'} onOpenChange={close} />
      {hasTwoStep && <TwoStepDialog email={user.email} open={next === 'two-step'} onOpenChange={close} />}
    </>
  );
}

interface PasswordProps extends Props {
  onNext: (dialog: 'sessions' | 'two-step') => void;
}

function PasswordDialog({ open, onOpenChange, onNext }: PasswordProps) {
  const change = useMutation(meMutations.changePassword());
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title="Change password" description="Your other sessions are signed out.">
        <div className="mb-4 flex flex-wrap gap-2">
          <Button size="sm" onClick={() => onNext('two-step')}>
            Two-step sign-in…
          </Button>
          <Button size="sm" onClick={() => onNext('sessions')}>
            Your sessions…
          </Button>
        </div>
        <Form
          schema={schema}
          defaultValues={{ currentPassword: '', newPassword: '' }}
          submit="Change password"
          onCancel={() => onOpenChange(false)}
          onSubmit={async (values) => {
            await change.mutateAsync(values);
            notify.done('Password changed');
            onOpenChange(false);
          }}
        >
          <TextField name="currentPassword" label="Current password" type="password" autoComplete="current-password" />
          <TextField
            name="newPassword"
            label="New password"
            type="password"
            autoComplete="new-password"
            help="8 characters or more."
          />
        </Form>
      </DialogContent>
    </Dialog>
  );
}
