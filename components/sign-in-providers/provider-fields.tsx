import { Controller, useWatch } from 'react-hook-form';
import { FormSwitch, TextField } from '#components/form/form.tsx';
import { useWhyNot } from '#components/layout/session.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { roleDescriptions } from '#lib/auth/labels.ts';
import { roleNames } from '#lib/auth/permissions.ts';
import { JOINING_ROLES } from '#lib/sign-in-providers/schema.ts';
import type { ProviderValues } from './provider-form.ts';

/** The address to register with the provider before it has a client ID. */
export function RedirectUrl({ value }: { value: string }) {
  return (
    <div className="mb-4">
      <p className="mb-1.5 text-xs font-medium">Redirect address</p>
      <div className="flex items-center gap-2 rounded-md border border-line bg-sunken px-3 py-1.5">
        <code className="min-w-0 flex-1 font-mono text-xs break-all select-all">{value}</code>
        <CopyButton value={value} what="redirect address" />
      </div>
      <p className="mt-1 text-xs text-pretty text-faint">
        Register this address with the provider first, as a web application. The provider then shows the values below.
      </p>
    </div>
  );
}

/** The address of the provider, and Belfry's credentials there. */
export function ConnectionFields({ isNew }: { isNew: boolean }) {
  const plain = { autoComplete: 'off', spellCheck: false };
  return (
    <>
      <TextField
        name="name"
        label="Name"
        help="The sign-in page shows “Continue with …”."
        placeholder="Okta"
        {...plain}
      />
      <TextField
        name="issuer"
        label="Issuer"
        help="The address before /.well-known/openid-configuration. Belfry reads the configuration there when you save."
        placeholder="https://login.example.com"
        {...plain}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="clientId" label="Client ID" {...plain} />
        <TextField
          name="clientSecret"
          label="Client secret"
          type="password"
          placeholder={isNew ? '' : 'Unchanged'}
          autoComplete="new-password"
        />
      </div>
    </>
  );
}

/** The people who may sign in and become members. */
export function AccessFields({ ownersAllowed }: { ownersAllowed: boolean }) {
  const createsMembers = useWatch<ProviderValues, 'createsMembers'>({ name: 'createsMembers' });
  const denied = useWhyNot('members:owners');
  return (
    <>
      <TextField
        name="emailDomains"
        label="Email domains"
        help="Only addresses of these domains may sign in. Leave it empty to allow the address of any member."
        placeholder="example.com, example.org"
        autoComplete="off"
        spellCheck={false}
      />
      <FormSwitch
        name="createsMembers"
        label="Create members"
        help="Everyone with an address of these domains becomes a member at the first sign-in. Without domains, only members can sign in."
      />
      {createsMembers && <RoleField />}
      {(denied === undefined || ownersAllowed) && (
        <FormSwitch
          name="ownersAllowed"
          label="Allow owners"
          help="The provider’s administrators could then sign in as an owner. Only owners can change this."
        />
      )}
      <TextField
        name="scopes"
        label="Scopes"
        help="openid and email are needed."
        autoComplete="off"
        spellCheck={false}
      />
    </>
  );
}

function RoleField() {
  return (
    <Controller<ProviderValues, 'defaultRole'>
      name="defaultRole"
      render={({ field }) => (
        <Field label="Role of new members" help={roleDescriptions[field.value]}>
          {({ id }) => (
            <Select
              id={id}
              value={field.value}
              onChange={field.onChange}
              options={JOINING_ROLES.map((role) => ({ value: role, label: roleNames[role] }))}
            />
          )}
        </Field>
      )}
    />
  );
}
