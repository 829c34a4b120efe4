'use client';

import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { Form, TextField } from '#components/form/form.tsx';
import { meMutations } from '#lib/me/client.ts';
import { pathAfterSignIn } from './path-after-sign-in.ts';

const schema = z.object({
  email: z.string().trim().min(1, 'Enter your e-mail address'),
  password: z.string().min(1, 'Enter your password'),
});

export function SignInForm({ next }: { next: string | undefined }) {
  const signIn = useMutation(meMutations.signIn());
  return (
    <>
      <h1 className="text-xl font-semibold">Sign in</h1>
      <Form
        schema={schema}
        defaultValues={{ email: '', password: '' }}
        submit="Sign in"
        onSubmit={async (values) => {
          await signIn.mutateAsync(values);
          location.assign(pathAfterSignIn(next, location.origin));
        }}
      >
        <TextField name="email" label="E-mail" type="email" autoComplete="username" autoFocus />
        <TextField name="password" label="Password" type="password" autoComplete="current-password" />
      </Form>
      <p className="text-xs text-faint">
        No account? Ask an owner or admin of your workspace for an invitation link. Forgotten password? They can remove
        you and invite you again.
      </p>
    </>
  );
}
