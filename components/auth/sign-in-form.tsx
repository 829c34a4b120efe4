'use client';

import { useMutation } from '@tanstack/react-query';
import { CircleAlert, Info } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { Form, TextField } from '#components/form/form.tsx';
import { ApiFailure } from '#lib/api/client.ts';
import { pathAfterSignIn } from '#lib/auth/path-after-sign-in.ts';
import { meMutations, type SignInInput } from '#lib/me/client.ts';
import type { SignInChoice } from '#lib/sign-in-providers/schema.ts';
import { ProviderChoices } from './provider-choices.tsx';
import { SecondStep } from './second-step.tsx';

const schema = z.object({
  email: z
    .string()
    .trim()
    .min(1, 'Enter your email address')
    .regex(/^[^@\s]+@[^@\s]+$|^$/, 'Enter a whole email address, such as jane@example.com'),
  password: z.string().min(1, 'Enter your password'),
});

interface Props {
  next: string | undefined;
  /** The event that opened the form: "Your session has ended." */
  notice: string | undefined;
  /** Why a sign-in through a provider was rejected. */
  problem: string | undefined;
  /** The sign-in providers, if they arrived with the page. */
  choices: SignInChoice[] | undefined;
}

export function SignInForm({ next, notice, problem, choices }: Props) {
  const { mutateAsync: signIn } = useMutation(meMutations.signIn());
  const [given, setGiven] = useState<SignInInput>();
  const [needsCode, setNeedsCode] = useState(false);
  const enter = () => location.assign(pathAfterSignIn(next, location.origin));
  if (given && needsCode) {
    const submit = async (code: string) => {
      await signIn({ ...given, code });
      enter();
    };
    return <SecondStep email={given.email} onBack={() => setNeedsCode(false)} onSubmit={submit} />;
  }
  return (
    <>
      <h1 className="text-xl font-semibold">Sign in</h1>
      {notice && (
        <p role="status" className="flex items-start gap-2 rounded-md bg-info-soft px-3 py-2 text-info">
          <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
          {notice}
        </p>
      )}
      {problem && (
        <p role="alert" className="flex items-start gap-2 rounded-md bg-bad-soft px-3 py-2 text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {problem}
        </p>
      )}
      <ProviderChoices next={next} first={choices} />
      <Form
        schema={schema}
        defaultValues={{ email: given?.email ?? '', password: '' }}
        submit="Sign in"
        onSubmit={async (values) => {
          try {
            await signIn(values);
          } catch (error) {
            if (!isCodeMissing(error)) throw error;
            setGiven(values);
            return setNeedsCode(true);
          }
          enter();
        }}
      >
        <TextField name="email" label="Email" type="email" autoComplete="username" autoFocus />
        <TextField name="password" label="Password" type="password" autoComplete="current-password" />
      </Form>
      <p className="text-xs text-faint">
        No account? An owner or admin can send you an invitation link. Forgotten password? They can send you a link to
        choose a new one.
      </p>
    </>
  );
}

function isCodeMissing(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'two_step_code_required';
}
