'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { Form, TextField } from '#components/form/form.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { twoStepMutations } from '#lib/two-step/client.ts';
import type { TwoStepStarted } from '#lib/two-step/schema.ts';
import { CodeField } from './code-field.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';

const passwordForm = z.object({ password: z.string().min(1, 'Enter your password') });
const codeForm = z.object({ code: z.string().trim().min(1, 'Enter the code') });

interface Props {
  /** The account, for password managers. */
  email?: string | undefined;
  onCancel?: () => void;
  onDone: () => void;
}

/** Turns on two-step sign-in in three steps: the password, the first code, the recovery codes. */
export function SetUpTwoStep({ email, onCancel, onDone }: Props) {
  const start = useMutation(twoStepMutations.start());
  const confirm = useMutation(twoStepMutations.confirm());
  const [started, setStarted] = useState<TwoStepStarted>();
  const [codes, setCodes] = useState<string[]>();
  const cancel = onCancel && { onCancel };
  if (codes) {
    return (
      <>
        <p className="mb-3 text-pretty text-muted">
          Two-step sign-in is on. Each of these recovery codes replaces a code from the app once, in case you lose the
          app.
        </p>
        <RecoveryCodeList codes={codes} onDone={onDone} />
      </>
    );
  }
  if (started) {
    return (
      <Form
        key="code"
        schema={codeForm}
        defaultValues={{ code: '' }}
        submit="Turn on"
        {...cancel}
        onSubmit={async (values) => setCodes((await confirm.mutateAsync(values)).recoveryCodes)}
      >
        <ScanStep started={started} />
        <CodeField autoFocus />
      </Form>
    );
  }
  return (
    <Form
      key="password"
      schema={passwordForm}
      defaultValues={{ password: '' }}
      submit="Continue"
      {...cancel}
      onSubmit={async (values) => setStarted(await start.mutateAsync(values))}
    >
      {email && <input type="hidden" name="username" autoComplete="username" value={email} readOnly />}
      <TextField name="password" label="Current password" type="password" autoComplete="current-password" autoFocus />
    </Form>
  );
}

function ScanStep({ started: { secret, uri } }: { started: TwoStepStarted }) {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-pretty text-muted">
        Scan the QR code with an authenticator app, such as 1Password, Google Authenticator or Aegis. On the phone
        itself, open{' '}
        <a href={uri} className="rounded-sm text-accent-text underline underline-offset-2">
          the app
        </a>
        .
      </p>
      <QrCode value={uri} label="QR code for the authenticator app" />
      <div className="text-xs text-muted">
        <p>Or enter this key in the app:</p>
        <p className="flex items-center gap-1">
          <code className="font-mono wrap-anywhere text-fg select-all">{grouped(secret)}</code>
          <CopyButton value={secret} what="key" />
        </p>
      </div>
    </div>
  );
}

/** Spaces make a key easier to type. Apps ignore them. */
function grouped(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, '$& ');
}
