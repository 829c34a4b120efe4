'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { PasswordInput } from '#components/ui/password-input.tsx';
import { Select } from '#components/ui/select.tsx';
import { ApiFailure } from '#lib/api/client.ts';
import { eventMutations } from '#lib/delivery-events/client.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import type { MailboxEncryption } from '#lib/providers/mailbox-encryption.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import { Problem } from './form-problem.tsx';
import { type MailboxValues, mailboxConfigurations, mailboxValues, withEncryption } from './mailbox-values.ts';

const ENCRYPTIONS: readonly { value: MailboxEncryption; label: string }[] = [
  { value: 'tls', label: 'TLS from the start' },
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'none', label: 'None' },
];

interface TextField {
  key: Exclude<keyof MailboxValues, 'encryption'>;
  label: string;
  help?: string;
  isPassword?: true;
}

const SERVER: readonly TextField[] = [
  { key: 'host', label: 'IMAP host' },
  { key: 'port', label: 'Port' },
];
const ACCOUNT: readonly TextField[] = [
  { key: 'user', label: 'User' },
  { key: 'password', label: 'Password', isPassword: true, help: 'Encrypted at rest, and never shown on this page.' },
  { key: 'folder', label: 'Folder' },
  {
    key: 'readFolder',
    label: 'Folder for read reports',
    help: 'Reports are moved there after they are read. Empty: they are only marked as seen. Belfry deletes no emails.',
  },
  {
    key: 'unsubscribeAddress',
    label: 'Unsubscribe address',
    help: 'An address of this mailbox, with which mail programs also offer to unsubscribe by email. Belfry reads these emails. If it is empty, recipients unsubscribe by link only.',
  },
  {
    key: 'tlsOptions',
    label: 'TLS options',
    help: 'JSON, such as {"rejectUnauthorized": false}. Same options as for sending. Empty: keep the stored ones.',
  },
];

interface Props {
  integration: Integration;
  onDone: () => void;
}

/** The form for the settings of a bounce mailbox. */
export function MailboxForm({ integration, onDone }: Props) {
  const { id } = useEnvironment();
  const [values, setValues] = useState(() => mailboxValues(integration.configurations));
  const save = useMutation(eventMutations.configure(id));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const configurations = mailboxConfigurations(integration.configurations, values);
    await save.mutateAsync({ integrationId: integration._id ?? '', configurations });
    onDone();
  };
  const errors = errorsOf(save.error);
  const text = ({ key, label, help, isPassword }: TextField) => (
    <Field key={key} label={label} help={help} error={errors[key]}>
      {(control) => {
        const Control = isPassword ? PasswordInput : Input;
        return (
          <Control
            {...control}
            value={values[key]}
            onChange={(event) => setValues({ ...values, [key]: event.target.value })}
            autoComplete="off"
            spellCheck={false}
          />
        );
      }}
    </Field>
  );
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event).catch(() => undefined)}
      className="flex flex-col gap-3 rounded-lg border border-line p-3"
    >
      {SERVER.map(text)}
      <Field label="Encryption" error={errors.encryption}>
        {(control) => (
          <Select
            {...control}
            label="Encryption"
            value={values.encryption}
            onChange={(encryption) => setValues(withEncryption(values, encryption))}
            options={ENCRYPTIONS}
          />
        )}
      </Field>
      {ACCOUNT.map(text)}
      <p className="text-xs text-faint">
        Enter this mailbox’s email address as the bounce address in the credentials, so that reports arrive here.
      </p>
      {save.error && Object.keys(errors).length === 0 && <Problem>{save.error.message}</Problem>}
      <div className="flex gap-2">
        <Button type="submit" pending={save.isPending}>
          Save mailbox
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}

/** Returns the API's errors by field of the form: `configurations.mailboxHost` belongs to `host`. */
function errorsOf(error: Error | null): Record<string, string> {
  if (!(error instanceof ApiFailure)) return {};
  return Object.fromEntries(
    Object.entries(error.errors).flatMap(([path, { messages }]) => {
      const name = /^configurations\.mailbox([A-Za-z]+)/.exec(path)?.[1];
      return name ? [[lowerFirst(name), messages.join('. ')]] : [];
    }),
  );
}
