'use client';

import { useState } from 'react';
import { z } from 'zod';
import { Form, TextField } from '#components/form/form.tsx';
import { CodeField } from '#components/two-step/code-field.tsx';
import { Button } from '#components/ui/button.tsx';

const schema = z.object({ code: z.string().trim().min(1, 'Enter the code') });

interface Props {
  email: string;
  onBack: () => void;
  onSubmit: (code: string) => Promise<unknown>;
}

/** The second step of a sign-in: a code of the app, or a recovery code. */
export function SecondStep({ email, onBack, onSubmit }: Props) {
  const [recovering, setRecovering] = useState(false);
  return (
    <>
      <div>
        <h1 className="text-xl font-semibold">Enter your code</h1>
        <p className="mt-1 wrap-anywhere text-muted">Two-step sign-in is on for {email}.</p>
      </div>
      <Form
        key={recovering ? 'recovery' : 'app'}
        schema={schema}
        defaultValues={{ code: '' }}
        submit="Sign in"
        onSubmit={({ code }) => onSubmit(code)}
      >
        {recovering ? (
          <TextField
            name="code"
            label="Recovery code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            help="One of the ten codes that you saved. Each code works once."
            autoFocus
          />
        ) : (
          <CodeField autoFocus />
        )}
      </Form>
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="ghost" size="sm" onClick={onBack}>
          Back
        </Button>
        <Button variant="ghost" size="sm" onClick={() => setRecovering(!recovering)}>
          {recovering ? 'Use the authenticator app' : 'Use a recovery code'}
        </Button>
      </div>
      <p className="text-xs text-faint">
        Lost the app and the recovery codes? An owner or admin can reset your two-step sign-in.
      </p>
    </>
  );
}
