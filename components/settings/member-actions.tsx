import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound, MonitorSmartphone, ShieldOff, UserMinus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { confirm } from '#components/form/confirm.tsx';
import { notifyFailure } from '#components/form/notify-failure.tsx';
import { notifyUndoable } from '#components/form/notify-undoable.ts';
import { useSession, useWhyNot } from '#components/layout/session.tsx';
import { ActionsMenu } from '#components/ui/actions-menu.tsx';
import { DropdownMenuSeparator } from '#components/ui/dropdown-menu.tsx';
import { MenuAction } from '#components/ui/menu-action.tsx';
import { notify } from '#components/ui/notify.ts';
import { Select } from '#components/ui/select.tsx';
import { useOpened } from '#components/ui/use-opened.ts';
import { roleDescriptions } from '#lib/auth/labels.ts';
import { canChangeMember, ROLES, type Role, roleNames, whyNot } from '#lib/auth/permissions.ts';
import { memberMutations, memberQueries } from '#lib/members/client.ts';
import type { Member } from '#lib/members/schema.ts';
import { twoStepMutations } from '#lib/two-step/client.ts';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';

const SessionsDialog = dynamic(() => import('./sessions-dialog.tsx').then((module) => module.SessionsDialog), {
  ssr: false,
});

/** Whether the member is the last owner, who cannot be removed, because only owners can manage owners. */
function useIsLastOwner({ _id, role }: Member): boolean {
  const { data = [] } = useQuery(memberQueries.list());
  return role === 'owner' && data.every((other) => other._id === _id || other.role !== 'owner');
}

export function RoleCell({ member }: { member: Member }) {
  const { user } = useSession();
  const update = useMutation({ ...memberMutations.update(), onError: (error) => notifyFailure(error) });
  const restore = useMutation(memberMutations.update());
  const isLastOwner = useIsLastOwner(member);
  if (isLastOwner || !canChangeMember(user.role, member.role, member.role))
    return <span className="text-muted">{roleNames[member.role]}</span>;
  const options = ROLES.filter((role) => canChangeMember(user.role, member.role, role));
  const change = async (role: Role) => {
    const former = member.role;
    const done = await confirm({
      title: `Change the role of ${member.name} to ${roleNames[role].toLowerCase()}?`,
      body: (
        <>
          {roleDescriptions[role]} The new role takes effect immediately. Open password reset links for {member.name}{' '}
          end, and so do open invitations and reset links that {member.name} created.
        </>
      ),
      action: `Change to ${roleNames[role].toLowerCase()}`,
      run: () => update.mutateAsync({ memberId: member._id, role }),
    });
    // A user who gives up a right cannot take it back.
    if (!done || member._userId === user.id) return;
    notifyUndoable(`${member.name} now has the role ${roleNames[role].toLowerCase()}`, {
      undo: () => restore.mutateAsync({ memberId: member._id, role: former, from: role }),
      undone: `${member.name} has the role ${roleNames[former].toLowerCase()} again`,
    });
  };
  return (
    <Select
      label={`Role of ${member.name}`}
      value={member.role}
      options={options.map((value) => ({ value, label: roleNames[value] }))}
      onChange={(role) => void change(role)}
      className="control-sm text-xs"
    />
  );
}

/** The actions on a member. */
export function MemberMenu({ member }: { member: Member }) {
  const { user } = useSession();
  const isLastOwner = useIsLastOwner(member);
  const remove = useMutation(memberMutations.remove());
  const reset = useMutation(twoStepMutations.reset());
  const denied = useWhyNot('members:write') ?? whyNotOver(user.role, member.role);
  const isSelf = member._userId === user.id;
  const [resetting, setResetting] = useState(false);
  const [showing, setShowing] = useState(false);
  const hasShown = useOpened(showing);
  const ask = () =>
    void confirm({
      title: `Remove ${member.name}?`,
      body: `${member.email} is signed out everywhere and can no longer sign in. Their entries stay in the audit log.`,
      action: 'Remove member',
      danger: true,
      run: () => remove.mutateAsync(member._id),
    });
  return (
    <>
      <ActionsMenu name={member.name} denied={denied}>
        <MenuAction
          icon={KeyRound}
          reason={denied ?? (isSelf ? 'Change your own password in your account' : undefined)}
          onSelect={() => setResetting(true)}
        >
          Reset password…
        </MenuAction>
        <MenuAction
          icon={ShieldOff}
          reason={denied ?? whyNotReset(member, isSelf)}
          onSelect={() => void confirmReset(member, () => reset.mutateAsync(member._id))}
        >
          Reset two-step sign-in…
        </MenuAction>
        <MenuAction icon={MonitorSmartphone} reason={isSelf ? undefined : denied} onSelect={() => setShowing(true)}>
          Sign-in sessions…
        </MenuAction>
        <DropdownMenuSeparator />
        <MenuAction
          icon={UserMinus}
          reason={denied ?? (isLastOwner ? 'The last owner stays. Make another member an owner first' : undefined)}
          onSelect={ask}
        >
          Remove…
        </MenuAction>
      </ActionsMenu>
      <ResetPasswordDialog member={member} open={resetting} onOpenChange={setResetting} />
      {hasShown && (
        <SessionsDialog
          member={isSelf ? undefined : { id: member._id, name: member.name }}
          open={showing}
          onOpenChange={setShowing}
        />
      )}
    </>
  );
}

function whyNotReset({ twoStep }: Member, isSelf: boolean): string | undefined {
  if (isSelf) return 'Turn off your own two-step sign-in in “Your account”';
  return twoStep ? undefined : 'Two-step sign-in is off';
}

async function confirmReset({ name, email }: Member, run: () => Promise<unknown>): Promise<void> {
  const done = await confirm({
    title: `Reset the two-step sign-in of ${name}?`,
    body: `The password alone is then enough to sign in as ${email}. Make sure that the request comes from ${name}.`,
    action: 'Reset two-step sign-in',
    danger: true,
    run,
  });
  if (done) notify.done(`Two-step sign-in of ${name} is off`);
}

function whyNotOver(role: Role, of: Role): string | undefined {
  return canChangeMember(role, of) ? undefined : whyNot(role, 'members:owners');
}
