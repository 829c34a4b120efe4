'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Form, FormSwitch, TextField } from '#components/form/form.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { apiKeyMutations } from '#lib/api-keys/client.ts';
import { CreateApiKeyBody, type CreatedApiKey } from '#lib/api-keys/schema.ts';
import { scopeLabels } from '#lib/auth/labels.ts';
import { API_KEY_SCOPES, type ApiKeyScope } from '#lib/auth/permissions.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { ShownOnce } from './shown-once.tsx';

const LIVES = ['none', '7', '30', '90', '365'] as const;
type Life = (typeof LIVES)[number];

const lifeLabels = {
  none: 'Never',
  7: 'After 7 days',
  30: 'After 30 days',
  90: 'After 90 days',
  365: 'After a year',
} as const satisfies Record<Life, string>;

const form = z.object({
  name: CreateApiKeyBody.shape.name,
  scope: z.enum(API_KEY_SCOPES, 'Choose what the key may do'),
  expiresAt: z.enum(LIVES),
  canPublish: z.boolean(),
});

/** Without a scope, so that a broad scope is a choice. */
const blank = { name: '', scope: undefined, expiresAt: 'none', canPublish: false } as const;

function bodyOf({ name, scope, expiresAt, canPublish }: z.infer<typeof form>): CreateApiKeyBody {
  const end = expiresAt === 'none' ? undefined : new Date(Date.now() + Number(expiresAt) * DAY_MS);
  return { name, scope, canPublish: canPublish && scope === 'all', ...(end && { expiresAt: end.toISOString() }) };
}

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function CreateApiKeyDialog({ open, onOpenChange }: Props) {
  const environment = useEnvironment();
  const create = useMutation(apiKeyMutations.create(environment.id));
  const [made, setMade] = useState<CreatedApiKey>();
  const change = (next: boolean) => {
    onOpenChange(next);
    if (!next) setMade(undefined);
  };
  return (
    <Dialog open={open} onOpenChange={change}>
      {made ? (
        <DialogContent title={made.name} description={`A key of ${environment.name}. Only its hash is stored.`}>
          <ShownOnce value={made.key} what="API key" onDone={() => change(false)} />
        </DialogContent>
      ) : (
        <DialogContent
          title={`Create a key for ${environment.name}`}
          description="Anyone with this key can use it in this environment. Choose the narrowest scope that suffices."
        >
          <Form
            schema={form}
            defaultValues={blank}
            submit="Create key"
            onCancel={() => change(false)}
            onSubmit={async (values) => setMade(await create.mutateAsync(bodyOf(values)))}
          >
            <TextField
              name="name"
              label="Name"
              help="The program that uses the key, such as “Shop backend”."
              autoComplete="off"
            />
            <ScopeAndEnd />
            <MayPublish />
          </Form>
        </DialogContent>
      )}
    </Dialog>
  );
}

function ScopeAndEnd() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Controller
        name="scope"
        render={({ field, fieldState }) => (
          <Field
            label="Scope"
            help={field.value && scopeLabels[field.value as ApiKeyScope].description}
            error={fieldState.error?.message}
          >
            {({ id }) => (
              <Select
                id={id}
                value={field.value as ApiKeyScope}
                placeholder="Choose…"
                onChange={field.onChange}
                options={API_KEY_SCOPES.map((value) => ({ value, label: scopeLabels[value].name }))}
              />
            )}
          </Field>
        )}
      />
      <Controller
        name="expiresAt"
        render={({ field, fieldState }) => (
          <Field
            label="Expires"
            help={
              field.value === 'none' ? 'The key works until it is revoked.' : 'Calls with the key fail from then on.'
            }
            error={fieldState.error?.message}
          >
            {({ id }) => (
              <Select
                id={id}
                value={field.value as Life}
                onChange={field.onChange}
                options={LIVES.map((value) => ({ value, label: lifeLabels[value] }))}
              />
            )}
          </Field>
        )}
      />
    </div>
  );
}

/** Only keys with the scope `all` can publish. */
function MayPublish() {
  const environment = useEnvironment();
  if (useWatch({ name: 'scope' }) !== 'all') return null;
  return (
    <FormSwitch
      name="canPublish"
      label="May publish"
      help={`With this right, the key can copy workflows of ${environment.name} over the workflows of your other environments. Only a release pipeline needs this right.`}
    />
  );
}
