import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Form, TextField } from '#components/form/form.tsx';
import { KeepInput } from '#components/form/keep-input.tsx';
import { useSession } from '#components/layout/session.tsx';
import { notify } from '#components/ui/notify.ts';
import { EmailAddress } from '#lib/auth/schema.ts';
import { meMutations } from '#lib/me/client.ts';

const schema = z.object({
  name: z.string().trim().min(1, 'Enter your name').max(100, 'Enter at most 100 characters'),
  email: EmailAddress,
  currentPassword: z.string(),
});

/**
 * Changes the user's own name and email address. A new address requires the password, because it is used to sign in.
 */
export function ProfileForm() {
  const { user } = useSession();
  const update = useMutation(meMutations.update());
  const [changes, setChanges] = useState(0);
  return (
    <div className="max-w-sm">
      <Form
        key={changes}
        schema={schema}
        defaultValues={{ name: user.name, email: user.email, currentPassword: '' }}
        submit="Save"
        isCompact
        needsChange
        onSubmit={async ({ currentPassword, ...values }) => {
          const isNewAddress = values.email !== user.email;
          await update.mutateAsync({ ...values, ...(isNewAddress && { currentPassword }) });
          notify.done(isNewAddress ? 'Saved. Sign in with the new address from now on' : 'Name changed');
          setChanges(changes + 1);
        }}
      >
        <KeepInput />
        <TextField name="name" label="Name" autoComplete="name" />
        <TextField
          name="email"
          label="Email address"
          type="email"
          autoComplete="email"
          help="You sign in with this address."
        />
        <PasswordOfNewAddress email={user.email} />
      </Form>
    </div>
  );
}

function PasswordOfNewAddress({ email }: { email: string }) {
  const next: unknown = useWatch({ name: 'email' });
  if (typeof next !== 'string' || next.trim().toLowerCase() === email) return null;
  return (
    <TextField
      name="currentPassword"
      label="Your password"
      type="password"
      autoComplete="current-password"
      help="Required to change the address."
    />
  );
}
