'use client';

import { useMutation } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { z } from 'zod';
import { Form, TextField } from '#components/form/form.tsx';
import { meMutations } from '#lib/me/client.ts';
import { pathAfterSignIn } from './path-after-sign-in.ts';

const schema = z.object({
  email: z.string().trim().min(1, 'Enter your email address'),
  password: z.string().min(1, 'Enter your password'),
});

interface Props {
  next: string | undefined;
  /** Whether a session has just expired. */
  isEnded: boolean;
}

export function SignInForm({ next, isEnded }: Props) {
  const signIn = useMutation(meMutations.signIn());
  return (
    <>
      <h1 className="text-xl font-semibold">Sign in</h1>
      {isEnded && (
        <p role="status" className="flex items-start gap-2 rounded-md bg-info-soft px-3 py-2 text-info">
          <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
          Your session has ended. Sign in to continue where you were.
        </p>
      )}
      <Form
        schema={schema}
        defaultValues={{ email: '', password: '' }}
        submit="Sign in"
        onSubmit={async (values) => {
          await signIn.mutateAsync(values);
          location.assign(pathAfterSignIn(next, location.origin));
        }}
      >
        <TextField name="email" label="Email" type="email" autoComplete="username" autoFocus />
        <TextField name="password" label="Password" type="password" autoComplete="current-password" />
      </Form>
      <p className="text-xs text-faint">
        No account? Ask an owner or admin of your workspace for an invitation link. Forgotten password? They can remove
        you and invite you again.
      </p>
    </>
  );
}
