'use client';

import { useMutation } from '@tanstack/react-query';
import { CircleAlert, Info } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { z } from 'zod';
import { Form, TextField } from '#components/form/form.tsx';
import { Code } from '#components/ui/code.tsx';
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
  const fields = useRef<HTMLDivElement>(null);
  /** Never settles, so that the button stays busy until the next page. */
  const enter = () => {
    location.assign(pathAfterSignIn(next, location.origin));
    return new Promise<never>(() => undefined);
  };
  if (given && needsCode) {
    const submit = async (code: string) => {
      await signIn({ ...given, code });
      await enter();
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
            if (!isCodeMissing(error)) {
              // Typing replaces a wrong password.
              fields.current?.querySelector<HTMLInputElement>('input[name=password]')?.select();
              throw error;
            }
            setGiven(values);
            return setNeedsCode(true);
          }
          await enter();
        }}
      >
        <div ref={fields} className="flex flex-col gap-4">
          <TextField name="email" label="Email" type="email" autoComplete="username" autoFocus />
          <TextField name="password" label="Password" type="password" autoComplete="current-password" />
        </div>
      </Form>
      <div className="flex flex-col items-start gap-2 text-xs text-faint">
        <Help question="Forgotten password?">
          An owner or admin can send you a link to choose a new one, in <em>Settings → Members</em>. If you are the only
          owner, run <Code>npm run password -- you@example.com</Code> next to the running Belfry.
        </Help>
        <Help question="No account?">An owner or admin can send you an invitation link.</Help>
      </div>
    </>
  );
}

function Help({ question, children }: { question: string; children: ReactNode }) {
  return (
    <details>
      <summary className="touch-area w-fit cursor-pointer rounded-sm text-accent-text underline-offset-2 hover:underline">
        {question}
      </summary>
      <p className="pt-1 text-pretty">{children}</p>
    </details>
  );
}

function isCodeMissing(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'two_step_code_required';
}
