'use client';

import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { Form, TextField } from '#components/form/form.tsx';
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

export function ChangePassword({ open, onOpenChange }: Props) {
  const change = useMutation(meMutations.changePassword());
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title="Change password" description="Your other sessions are signed out.">
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
