'use client';

import { CalendarX2 } from 'lucide-react';
import { useReader } from '#components/layout/first-paint.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { credentialEnd, daysLeft, endText, WARNED_DAYS } from '#lib/integrations/credential-end.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { capitalised } from '#lib/reasons/definition.ts';
import { dateText } from '#lib/time/time.ts';
import { FormSection } from './form-section.tsx';
import type { IntegrationFormState } from './use-integration-form.ts';

/** A warning that the credentials expire, shown from 30 days before. */
export function CredentialEndBadge({ integration }: { integration: Integration }) {
  const { now } = useReader();
  const end = credentialEnd(integration);
  if (!end || !now) return null;
  const days = daysLeft(end, now);
  if (days > WARNED_DAYS) return null;
  return (
    <Badge
      tone={days > 0 ? 'warn' : 'bad'}
      data-tip={`On ${dateText(end.day)}. Renew at the provider, then edit this integration`}
    >
      <CalendarX2 aria-hidden />
      {capitalised(endText(end, now))}
    </Badge>
  );
}

/** The field for the day on which the credentials expire, for providers with a secret. */
export function CredentialEndField({ form: { values, change, errors } }: { form: IntegrationFormState }) {
  return (
    <FormSection title="Expiry">
      <Field
        label="Credentials expire on"
        help="Use this for a secret or token that expires, such as a Microsoft client secret. Belfry warns from 30 days before. Leave empty if it does not expire. The expiry date of a client certificate in PEM form is read automatically."
        error={errors.credentialsEndOn}
      >
        {(control) => (
          <Input
            {...control}
            value={values.credentialsEndOn}
            onChange={(event) => change({ credentialsEndOn: event.target.value })}
            placeholder="2027-03-31"
            autoComplete="off"
            className="w-36 tabular-nums"
          />
        )}
      </Field>
    </FormSection>
  );
}
