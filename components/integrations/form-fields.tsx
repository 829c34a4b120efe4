'use client';

import type { ReactNode } from 'react';
import { SwitchField } from '#components/form/switch-field.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { slugify } from '#lib/text/slug.ts';
import { FormSection } from './form-section.tsx';
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
        help={`Identifies the integration in the API; unique in ${environment.name}.${isNew ? ' Leave it empty to generate one from the name.' : ''}`}
        error={errors.identifier}
      >
        {(control) => (
          <Input
            {...control}
            value={values.identifier}
            onChange={(event) => change({ identifier: event.target.value })}
            placeholder={isNew ? derivedIdentifier(values.name) : undefined}
            spellCheck={false}
            autoCapitalize="none"
            className="font-mono text-xs"
          />
        )}
      </Field>
    </div>
  );
}

/** Returns the identifier that the server derives from a name, whose random end is not known yet. */
export function derivedIdentifier(name: string): string {
  return `${slugify(name) || 'integration'}-…`;
}

/** Sandbox mode of a new integration, first, because its credentials may then be missing. */
export function SandboxField({ form: { values, change, errors } }: { form: IntegrationFormState }) {
  return (
    <div className="rounded-lg border border-line px-3 py-2.5">
      <SwitchField
        label="Sandbox: try without credentials"
        help="Messages are accepted and recorded, but not sent."
        checked={values.sandbox}
        onChange={(sandbox) => change({ sandbox })}
        error={errors.sandbox}
      />
    </div>
  );
}

/** The switches for active and sandbox mode. */
export function StateFields({
  form: { values, change, errors },
  help,
  hasSandbox,
}: {
  form: IntegrationFormState;
  help: ReactNode;
  hasSandbox: boolean;
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
      {hasSandbox && (
        <SwitchField
          label="Sandbox"
          help="Messages are accepted and recorded, but not sent. Credentials may be missing."
          checked={values.sandbox}
          onChange={(sandbox) => change({ sandbox })}
          error={errors.sandbox}
        />
      )}
    </FormSection>
  );
}
