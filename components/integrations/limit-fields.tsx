'use client';

import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { FormSection } from './form-section.tsx';
import type { IntegrationFormState } from './use-integration-form.ts';

/** The rate limit and the daily quota. */
export function LimitFields({ form }: { form: IntegrationFormState }) {
  return (
    <FormSection title="Sending">
      <LimitField
        form={form}
        field="messagesPerSecond"
        label="Rate limit"
        unit="messages per second"
        help="Messages above the limit wait. Waiting does not count as a failed attempt. Leave it empty for no limit."
      />
      <LimitField
        form={form}
        field="messagesPerDay"
        label="Daily quota"
        unit="messages per day"
        help="A day begins at midnight UTC. Further messages use the next integration if failover is on; otherwise they wait for the next day. Leave it empty for no quota."
      />
    </FormSection>
  );
}

interface LimitFieldProps {
  form: IntegrationFormState;
  field: 'messagesPerSecond' | 'messagesPerDay';
  label: string;
  unit: string;
  help: string;
}

/** A limit with its unit. A text field, because the value of a number field is empty while its text is invalid. */
function LimitField({ form: { values, change, errors }, field, label, unit, help }: LimitFieldProps) {
  return (
    <Field label={label} help={help} error={errors[field]}>
      {({ 'aria-describedby': described, ...control }) => (
        <div className="flex items-center gap-2">
          <Input
            {...control}
            aria-describedby={[`${control.id}-unit`, described].filter(Boolean).join(' ')}
            value={values[field]}
            onChange={(event) => change({ [field]: event.target.value })}
            placeholder="None"
            inputMode="decimal"
            autoComplete="off"
            className="w-28 tabular-nums"
          />
          <span id={`${control.id}-unit`} className="text-muted">
            {unit}
          </span>
        </div>
      )}
    </Field>
  );
}
