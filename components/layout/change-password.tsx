'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { Form, TextField } from '#components/form/form.tsx';
import { SessionsDialog } from '#components/settings/sessions-dialog.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { notify } from '#components/ui/notify.ts';
import { NewPassword } from '#lib/auth/schema.ts';
import { meMutations } from '#lib/me/client.ts';

const schema = z.object({
  currentPassword: z.string().min(1, 'Enter your present password'),
  newPassword: NewPassword,
});

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Changes the password of the signed-in user, and leads to their sessions. */
export function ChangePassword({ open, onOpenChange }: Props) {
  const [sessions, setSessions] = useState(false);
  const openSessions = () => {
    onOpenChange(false);
    setSessions(true);
  };
  return (
    <>
      <PasswordDialog open={open} onOpenChange={onOpenChange} onSessions={openSessions} />
      <SessionsDialog open={sessions} onOpenChange={setSessions} />
    </>
  );
}

function PasswordDialog({ open, onOpenChange, onSessions }: Props & { onSessions: () => void }) {
  const change = useMutation(meMutations.changePassword());
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title="Change password" description="Your other sessions are signed out.">
        <Button size="sm" className="mb-4 self-start" onClick={onSessions}>
          Your sessions…
        </Button>
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
