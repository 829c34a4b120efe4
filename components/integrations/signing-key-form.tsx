'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { PasswordInput } from '#components/ui/password-input.tsx';
import { eventMutations } from '#lib/delivery-events/client.ts';
import type { EventAddress } from '#lib/delivery-events/schema.ts';
import { CREDENTIAL_MASK } from '#lib/integrations/credential-mask.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { VendorWords } from './vendor-words.tsx';

interface Props {
  integration: Integration;
  signingKey: NonNullable<EventAddress['key']>;
}

/** Enters the key with which the provider signs its events. A stored key is never shown, only its mask. */
export function SigningKeyForm({ integration, signingKey: { name, where, required, entered } }: Props) {
  const { id } = useEnvironment();
  const [value, setValue] = useState('');
  const save = useMutation(eventMutations.configure(id));
  const denied = useWhyNot('integrations:write');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const configurations = { ...integration.configurations, inboundWebhookSigningKey: value.trim() };
    await save.mutateAsync({ integrationId: integration._id ?? '', configurations });
    setValue('');
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event).catch(() => undefined)} className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <Field
          label={required ? name : `${name} (optional)`}
          help={
            <>
              <VendorWords text={where} />.{' '}
              {entered ? 'A key is stored.' : required ? 'Events are rejected until a key is stored.' : ''}
            </>
          }
          error={save.error?.message}
        >
          {(control) => (
            <PasswordInput
              {...control}
              value={value}
              onChange={(event) => setValue(event.target.value)}
              placeholder={entered ? CREDENTIAL_MASK : undefined}
              autoComplete="off"
            />
          )}
        </Field>
      </div>
      <Button
        type="submit"
        className="mt-6"
        disabledReason={denied ?? (value.trim() === '' ? 'Enter the key first' : undefined)}
        pending={save.isPending}
      >
        {entered ? 'Replace key' : 'Save key'}
      </Button>
    </form>
  );
}
