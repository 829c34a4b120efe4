import { useMutation, useQuery } from '@tanstack/react-query';
import { confirm } from '#components/form/confirm.tsx';
import { useSession } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { notify } from '#components/ui/notify.ts';
import { Select } from '#components/ui/select.tsx';
import { can, canChangeMember, ROLES, type Role, roleLabels } from '#lib/auth/permissions.ts';
import { memberMutations, memberQueries } from '#lib/members/client.ts';
import type { Member } from '#lib/members/schema.ts';

/** Whether the member is the last owner, who cannot be removed, because only owners can manage owners. */
function useIsLastOwner({ _id, role }: Member): boolean {
  const { data = [] } = useQuery(memberQueries.list());
  return role === 'owner' && data.every((other) => other._id === _id || other.role !== 'owner');
}

export function RoleCell({ member }: { member: Member }) {
  const { user } = useSession();
  const update = useMutation({ ...memberMutations.update(), onError: ({ message }) => notify.failed(message) });
  const isLastOwner = useIsLastOwner(member);
  if (isLastOwner || !canChangeMember(user.role, member.role, member.role))
    return <span className="text-muted">{roleLabels[member.role].name}</span>;
  const options = ROLES.filter((role) => canChangeMember(user.role, member.role, role));
  const change = (role: Role) =>
    void confirm({
      title: `Make ${member.name} ${roleLabels[role].name.toLowerCase()}?`,
      body: `${roleLabels[role].description} It takes effect immediately.`,
      action: `Make ${roleLabels[role].name.toLowerCase()}`,
      run: () => update.mutateAsync({ memberId: member._id, role }),
    });
  return (
    <Select
      label={`Role of ${member.name}`}
      value={member.role}
      options={options.map((value) => ({ value, label: roleLabels[value].name }))}
      onChange={change}
      className="control-sm text-xs"
    />
  );
}

/** Returns why a member cannot be removed: a short label, the rest for wide screens, and the remedy. Undefined if they can. */
function useWhyKept(member: Member): { label: string; rest?: string; reason: string } | undefined {
  const { user } = useSession();
  const isLastOwner = useIsLastOwner(member);
  if (!canChangeMember(user.role, member.role)) {
    const label = can(user.role, 'members:write') ? 'Owners only' : 'Admins only';
    return { label, reason: 'Your role may not remove this member' };
  }
  if (!isLastOwner) return undefined;
  return { label: 'Last owner', rest: ', cannot be removed', reason: 'Make another member an owner first' };
}

export function RemoveCell({ member }: { member: Member }) {
  const remove = useMutation(memberMutations.remove());
  const kept = useWhyKept(member);
  const ask = () =>
    void confirm({
      title: `Remove ${member.name}?`,
      body: `${member.email} is signed out everywhere and can no longer sign in. Their entries stay in the audit log.`,
      action: 'Remove member',
      danger: true,
      run: () => remove.mutateAsync(member._id),
    });
  return (
    <Button
      size="sm"
      variant={kept ? 'ghost' : 'danger-outline'}
      aria-label={kept ? `Remove ${member.name}: ${kept.label}${kept.rest ?? ''}` : `Remove ${member.name}`}
      disabledReason={kept?.reason}
      className={kept && '-mr-2 pointer-coarse:-mr-3 aria-disabled:opacity-100'}
      onClick={ask}
    >
      <span>
        {kept?.label ?? 'Remove'}
        {kept?.rest && <span className="max-sm:sr-only">{kept.rest}</span>}
      </span>
    </Button>
  );
}
