'use client';

import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { Form, TextField } from '#components/form/form.tsx';
import { NewPassword } from '#lib/auth/schema.ts';
import { memberMutations } from '#lib/members/client.ts';

const schema = z.object({
  name: z.string().trim().min(1, 'Enter your name'),
  password: NewPassword,
});

export function InvitationForm({ token }: { token: string }) {
  const accept = useMutation(memberMutations.acceptInvitation(token));
  return (
    <>
      <div>
        <h1 className="text-xl font-semibold">Join the workspace</h1>
        <p className="mt-1 text-muted">You were invited. Say who you are and choose a password.</p>
      </div>
      <Form
        schema={schema}
        defaultValues={{ name: '', password: '' }}
        submit="Join"
        onSubmit={async (values) => {
          await accept.mutateAsync(values);
          location.assign('/sign-in');
        }}
      >
        <TextField name="name" label="Your name" autoComplete="name" autoFocus />
        <TextField
          name="password"
          label="Password"
          type="password"
          autoComplete="new-password"
          help="8 characters or more."
        />
      </Form>
    </>
  );
}
