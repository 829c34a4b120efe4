import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { confirm } from '#components/form/confirm.tsx';
import { useWhyNot } from '#components/layout/session.tsx';
import { Label } from '#components/ui/label.tsx';
import { notify } from '#components/ui/notify.ts';
import { Switch } from '#components/ui/switch.tsx';
import { meQueries } from '#lib/me/client.ts';
import { organizationMutations } from '#lib/organizations/client.ts';
import { signInProviderQueries } from '#lib/sign-in-providers/client.ts';

/** Whether the organization requires a sign-in provider of all members except owners. */
export function RequireProvider() {
  const id = useId();
  const me = useQuery(meQueries.current());
  const hidden = useWhyNot('sign-in-providers:write');
  const providers = useQuery({ ...signInProviderQueries.list(), enabled: hidden === undefined });
  const { mutateAsync: update } = useMutation(organizationMutations.update());
  const denied = useWhyNot('organizations:write');
  const isOn = me.data?.organization.signInProviderRequired ?? false;
  const isProven = providers.data?.data.some(({ active, lastUsedAt }) => active && lastUsedAt !== undefined) ?? false;
  const missing = isOn || isProven ? undefined : 'Sign in through an active provider first';
  const change = async (signInProviderRequired: boolean) => {
    const run = () => update({ signInProviderRequired });
    if (await confirm({ ...(signInProviderRequired ? toRequire : toStop), run }))
      notify.done(signInProviderRequired ? 'A sign-in provider is required' : 'Passwords are accepted again');
  };
  return (
    <div className="px-3 py-2">
      <div className="flex items-center justify-between gap-4">
        <Label htmlFor={id} className="text-sm">
          Require a sign-in provider
        </Label>
        <Switch
          id={id}
          checked={isOn}
          disabledReason={denied ?? missing}
          onCheckedChange={(next) => void change(next)}
        />
      </div>
      <p className="mt-1 pr-12 text-xs text-pretty text-muted">
        Members can then no longer sign in with their password. Owners keep theirs, so that they can still sign in if
        the provider fails.
        {missing !== undefined && denied === undefined && ` ${missing}.`}
      </p>
    </div>
  );
}

const toRequire = {
  title: 'Require a sign-in provider?',
  body: 'Sessions that members began with a password end now. From now on, members sign in through a provider. Owners keep their password, and API keys are not affected.',
  action: 'Require a provider',
};

const toStop = {
  title: 'Stop requiring a sign-in provider?',
  body: 'Members can sign in with their password again. Sessions through a provider stay open.',
  action: 'Stop requiring it',
};
