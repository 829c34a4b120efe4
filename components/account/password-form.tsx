import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { Form, TextField } from '#components/form/form.tsx';
import { notify } from '#components/ui/notify.ts';
import { NewPassword } from '#lib/auth/schema.ts';
import { meMutations } from '#lib/me/client.ts';

const schema = z.object({
  currentPassword: z.string().min(1, 'Enter your current password'),
  newPassword: NewPassword,
});

/** Changes the password of the signed-in user. The form is empty again afterwards. */
export function PasswordForm() {
  const change = useMutation(meMutations.changePassword());
  const [changes, setChanges] = useState(0);
  return (
    <div className="max-w-sm">
      <Form
        key={changes}
        schema={schema}
        defaultValues={{ currentPassword: '', newPassword: '' }}
        submit="Change password"
        isCompact
        onSubmit={async (values) => {
          await change.mutateAsync(values);
          notify.done('Password changed');
          setChanges(changes + 1);
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
    </div>
  );
}
