'use client';

import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { FormSection } from './form-section.tsx';
import type { IntegrationFormState } from './use-integration-form.ts';

/** The rate limit with its unit. A text field, because the value of a number field is empty while its text is invalid. */
export function RateLimitField({ form: { values, change, errors } }: { form: IntegrationFormState }) {
  return (
    <FormSection title="Sending">
      <Field
        label="Rate limit"
        help="Messages above the limit wait. Waiting does not count as a failed attempt. Leave it empty for no limit."
        error={errors.messagesPerSecond}
      >
        {({ 'aria-describedby': described, ...control }) => (
          <div className="flex items-center gap-2">
            <Input
              {...control}
              aria-describedby={[`${control.id}-unit`, described].filter(Boolean).join(' ')}
              value={values.messagesPerSecond}
              onChange={(event) => change({ messagesPerSecond: event.target.value })}
              placeholder="None"
              inputMode="decimal"
              autoComplete="off"
              className="w-28 tabular-nums"
            />
            <span id={`${control.id}-unit`} className="text-muted">
              messages per second
            </span>
          </div>
        )}
      </Field>
    </FormSection>
  );
}
