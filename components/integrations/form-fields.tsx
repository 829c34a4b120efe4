'use client';

import type { ReactNode } from 'react';
import { SwitchField } from '#components/form/switch-field.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
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
        help={`Identifies the integration in the API; unique in ${environment.name}.${isNew ? ' Leave it empty to use the name.' : ''}`}
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
        help="Messages are accepted and recorded, but not sent. Credentials may be missing."
        checked={values.sandbox}
        onChange={(sandbox) => change({ sandbox })}
        error={errors.sandbox}
      />
    </FormSection>
  );
}
