'use client';

import { useMutation } from '@tanstack/react-query';
import { Form } from '#components/form/form.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { notify } from '#components/ui/notify.ts';
import { signInProviderMutations } from '#lib/sign-in-providers/client.ts';
import type { SignInProvider } from '#lib/sign-in-providers/schema.ts';
import { AccessFields, ConnectionFields, RedirectUrl } from './provider-fields.tsx';
import { bodyOf, type ProviderValues, providerForm, valuesOf } from './provider-form.ts';

interface Props {
  /** The provider that is edited. Absent for a new provider. */
  provider?: SignInProvider;
  /** The address to register with the provider. */
  redirectUrl: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function ProviderDialog({ provider, redirectUrl, open, onOpenChange }: Props) {
  const create = useMutation(signInProviderMutations.create());
  const update = useMutation(signInProviderMutations.update());
  const submit = async (values: ProviderValues) => {
    const { clientSecret = '', ...body } = bodyOf(values);
    if (provider) await update.mutateAsync({ id: provider._id, ...body, ...(clientSecret && { clientSecret }) });
    else await create.mutateAsync({ ...body, clientSecret, active: true });
    notify.done(provider ? `${values.name} saved` : `${values.name} added to the sign-in page`);
    onOpenChange(false);
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={provider ? `Edit ${provider.name}` : 'Add a sign-in provider'}
        description="Any provider with OpenID Connect: Google, Okta, Keycloak, Microsoft Entra ID. The provider must confirm email addresses."
      >
        <RedirectUrl value={redirectUrl} />
        <Form
          schema={providerForm(provider)}
          defaultValues={valuesOf(provider)}
          submit={provider ? 'Save provider' : 'Add provider'}
          onCancel={() => onOpenChange(false)}
          onSubmit={submit}
        >
          <ConnectionFields isNew={!provider} />
          <AccessFields ownersAllowed={provider?.ownersAllowed ?? false} />
        </Form>
      </DialogContent>
    </Dialog>
  );
}
