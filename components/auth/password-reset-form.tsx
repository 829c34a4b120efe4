'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { Form, TextField } from '#components/form/form.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { memberMutations, memberQueries } from '#lib/members/client.ts';
import { type PasswordReset, ResetPasswordBody } from '#lib/password-resets/schema.ts';
import { LinkError } from './link-error.tsx';

export function PasswordResetForm({ token }: { token: string }) {
  const reset = useQuery(memberQueries.passwordReset(token));
  if (reset.isPending) return <Skeleton className="h-48" />;
  if (reset.isError) return <LinkError error={reset.error} onRetry={() => void reset.refetch()} />;
  return <NewPassword token={token} reset={reset.data} />;
}

function NewPassword({ token, reset: { email, organization } }: { token: string; reset: PasswordReset }) {
  const change = useMutation(memberMutations.resetPassword(token));
  return (
    <>
      <div>
        <h1 className="text-xl font-semibold">Choose a new password</h1>
        <p className="mt-1 text-muted">
          The new password is for {email} at {organization}. All sessions of the account end, and you sign in with the
          new password.
        </p>
      </div>
      <Form
        schema={ResetPasswordBody}
        defaultValues={{ password: '' }}
        submit="Change password"
        onSubmit={async (values) => {
          await change.mutateAsync(values);
          location.assign('/sign-in?reset');
        }}
      >
        {/* Password managers store the new password for this address. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <TextField
          name="password"
          label="New password"
          type="password"
          autoComplete="new-password"
          help="8 characters or more."
          autoFocus
        />
      </Form>
    </>
  );
}
