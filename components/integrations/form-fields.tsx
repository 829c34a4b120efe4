'use client';

import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { SwitchField } from '#components/form/switch-field.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import type { Provider } from '#lib/providers/provider.ts';
import { CredentialControl } from './credential-control.tsx';
import { FormSection } from './form-section.tsx';
import { AvailabilityNote } from './provider-availability.tsx';
import type { IntegrationFormState } from './use-integration-form.ts';

/** Name and identifier. */
export function IdentityFields({ form: { values, isNew, change, errors } }: { form: IntegrationFormState }) {
  const environment = useEnvironment();
  return (
    <div className="flex flex-col gap-4">
      <Field label="Name" error={errors.name}>
        {(control) => (
          <Input {...control} value={values.name} onChange={(event) => change({ name: event.target.value })} />
        )}
      </Field>
      <Field
        label="Identifier"
        help={`Names it in the API; unique in ${environment.name}.${isNew ? ' Leave it empty to use the name.' : ''}`}
        error={errors.identifier}
      >
        {(control) => (
          <Input
            {...control}
            value={values.identifier}
            onChange={(event) => change({ identifier: event.target.value })}
            placeholder={isNew ? 'Derived from the name' : undefined}
            spellCheck={false}
            autoCapitalize="none"
            className="font-mono text-xs"
          />
        )}
      </Field>
    </div>
  );
}

interface CredentialProps {
  provider: Provider;
  form: IntegrationFormState;
  /** Whether the cursor begins in the first secret. */
  focusSecret?: boolean | undefined;
  revealed?: Readonly<Record<string, unknown>> | undefined;
  onReveal?: (() => void) | undefined;
}

/** One input per credential of the catalogue. */
export function CredentialFields({ provider, form, focusSecret = false, revealed, onReveal }: CredentialProps) {
  const { displayName, docsLink, credentials } = provider;
  const secrets = focusSecret ? credentials.filter(({ secret }) => secret) : [];
  // Objects, such as options that may hold secrets, rarely contain the expired secret.
  const focused = secrets.find(({ type }) => type !== 'object') ?? secrets[0];
  const help = credentials.length === 0 ? `${displayName} needs none.` : 'Secrets are encrypted where they are stored.';
  return (
    <FormSection
      title="Credentials"
      help={
        <>
          {help}{' '}
          {docsLink && (
            <a
              href={docsLink}
              target="_blank"
              rel="noreferrer"
              className="inline-flex items-center gap-1 rounded-sm text-accent-text hover:underline"
            >
              {displayName} documentation
              <ExternalLink aria-hidden className="size-3.5" />
            </a>
          )}
        </>
      }
    >
      <AvailabilityNote provider={provider} />
      {credentials.map((field) => {
        const plain = revealed?.[field.key];
        return (
          <CredentialControl
            key={field.key}
            field={field}
            value={form.values.credentials[field.key] ?? ''}
            onChange={(value) => form.changeCredential(field.key, value)}
            error={form.errors[`credentials.${field.key}`]}
            revealed={
              plain === undefined ? undefined : typeof plain === 'string' ? plain : JSON.stringify(plain, null, 2)
            }
            onReveal={onReveal}
            autoFocus={field === focused}
          />
        );
      })}
    </FormSection>
  );
}

/** The switches for active and sandbox mode. */
export function StateFields({
  form: { values, change, errors },
  help,
}: {
  form: IntegrationFormState;
  help: ReactNode;
}) {
  return (
    <FormSection title="State">
      <SwitchField
        label="Active"
        help={help}
        checked={values.active}
        onChange={(active) => change({ active })}
        error={errors.active}
      />
      <SwitchField
        label="Sandbox"
        help="Messages are accepted and recorded, and nothing leaves. Credentials may be missing."
        checked={values.sandbox}
        onChange={(sandbox) => change({ sandbox })}
        error={errors.sandbox}
      />
    </FormSection>
  );
}
