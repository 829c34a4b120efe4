import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { confirm } from '#components/form/confirm.tsx';
import { useSession, useWhyNot } from '#components/layout/session.tsx';
import { Label } from '#components/ui/label.tsx';
import { notify } from '#components/ui/notify.ts';
import { Switch } from '#components/ui/switch.tsx';
import { meQueries } from '#lib/me/client.ts';
import { memberQueries } from '#lib/members/client.ts';
import type { Member } from '#lib/members/schema.ts';
import { organizationMutations } from '#lib/organizations/client.ts';

/** Whether the organization requires two-step sign-in of all members. */
export function RequireTwoStep() {
  const id = useId();
  const { user } = useSession();
  const me = useQuery(meQueries.current());
  const { data: members } = useQuery(memberQueries.list());
  const { mutateAsync: update } = useMutation(organizationMutations.update());
  const denied = useWhyNot('organizations:write');
  const isOn = me.data?.organization.twoStepRequired ?? false;
  const hasOwn = members?.some(({ _userId, twoStep }) => _userId === user.id && twoStep);
  const missing = isOn || hasOwn || !members ? undefined : 'Turn on two-step sign-in for your own account first';
  const change = async (twoStepRequired: boolean) => {
    const run = () => update({ twoStepRequired });
    const done = await confirm(twoStepRequired ? { ...toRequire(members ?? []), run } : { ...toStop, run });
    if (done) notify.done(twoStepRequired ? 'Two-step sign-in is required' : 'Two-step sign-in is no longer required');
  };
  return (
    <div className="px-3 py-2">
      <div className="flex items-center justify-between gap-4">
        <Label htmlFor={id} className="text-sm">
          Require two-step sign-in
        </Label>
        <Switch
          id={id}
          checked={isOn}
          disabledReason={denied ?? missing}
          onCheckedChange={(next) => void change(next)}
        />
      </div>
      <p className="mt-1 pr-12 text-xs text-pretty text-muted">
        {members && `${members.filter(({ twoStep }) => twoStep).length} of ${members.length} members have set it up.`}
        {missing !== undefined && denied === undefined && ` ${missing}.`}
      </p>
    </div>
  );
}

function toRequire(members: readonly Member[]) {
  const missing = members.filter(({ twoStep }) => !twoStep).map(({ name }) => name);
  const who = missing.length > 1 ? `${missing.length} members have` : `${missing[0]} has`;
  const body =
    missing.length === 0
      ? 'All members have set up two-step sign-in. New members set it up when they first sign in.'
      : `${who} not set up two-step sign-in, and can do nothing else until then, even in open sessions. API keys are not affected.`;
  return { title: 'Require two-step sign-in?', body, action: 'Require two-step sign-in' };
}

const toStop = {
  title: 'Stop requiring two-step sign-in?',
  body: 'Members keep their two-step sign-in, and can turn it off.',
  action: 'Stop requiring it',
};
