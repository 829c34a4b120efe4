'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { UserMinus, UserPlus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { confirm } from '#components/form/confirm.tsx';
import { PageAction, pageActionClass } from '#components/layout/page-action.tsx';
import { useSession, useWhyNot } from '#components/layout/session.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { columnHelper } from '#components/table/features.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { notify } from '#components/ui/notify.ts';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Select } from '#components/ui/select.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { canChangeMember, ROLES, type Role, roleLabels } from '#lib/auth/permissions.ts';
import { memberMutations, memberQueries } from '#lib/members/client.ts';
import type { Member } from '#lib/members/schema.ts';
import { Invitations } from './invitations.tsx';
import { memberWidths } from './member-widths.ts';
import { SettingsPage } from './settings-page.tsx';

const InviteDialog = dynamic(() => import('./invite-dialog.tsx').then((module) => module.InviteDialog), { ssr: false });

const column = columnHelper<Member>();

const columns = column.columns([
  column.display({
    id: 'member',
    header: 'Member',
    meta: { from: 'phone' },
    cell: ({ row }) => <Name member={row.original} />,
  }),
  column.display({
    id: 'joined',
    header: 'Joined',
    meta: { width: memberWidths.time, from: 'desk' },
    cell: ({ row }) => <RelativeTime value={row.original.createdAt} focusable className="text-muted" />,
  }),
  column.display({
    id: 'role',
    header: 'Role',
    meta: { from: 'phone', width: memberWidths.role },
    cell: ({ row }) => <RoleCell member={row.original} />,
  }),
  column.display({
    id: 'act',
    header: () => <span className="sr-only">Actions</span>,
    meta: { from: 'phone', width: memberWidths.action, align: 'end' },
    cell: ({ row }) => <RemoveCell member={row.original} />,
  }),
]);

export function MembersPage() {
  const members = useQuery(memberQueries.list());
  const denied = useWhyNot('members:write');
  const [inviting, setInviting] = useState(false);
  return (
    <SettingsPage
      title="Members"
      intro="Everybody who signs in here. A member sees all environments; the role says what they may do in them."
      actions={
        <PageAction
          icon={UserPlus}
          label="Invite"
          variant="primary"
          disabledReason={denied}
          onClick={() => setInviting(true)}
        />
      }
    >
      <DataTable
        label="Members"
        columns={columns}
        query={members}
        rows={members.data}
        rowId={(member) => member._id}
        secondLine={(member) => <Truncate value={member.email} />}
        skeletonRows={4}
        empty={null}
      />
      {!denied && <Invitations />}
      <InviteDialog open={inviting} onOpenChange={setInviting} />
    </SettingsPage>
  );
}

function Name({ member }: { member: Member }) {
  const { user } = useSession();
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <Truncate value={member.name} className="font-medium" />
      {member._userId === user.id && <Badge>You</Badge>}
      <Truncate value={member.email} className="text-faint max-sm:hidden" />
    </span>
  );
}

/** Without an owner nobody could manage owners, so the last one stays. */
function useIsLastOwner({ _id, role }: Member): boolean {
  const { data = [] } = useQuery(memberQueries.list());
  return role === 'owner' && data.every((other) => other._id === _id || other.role !== 'owner');
}

function RoleCell({ member }: { member: Member }) {
  const { user } = useSession();
  const update = useMutation({ ...memberMutations.update(), onError: ({ message }) => notify.failed(message) });
  const isLastOwner = useIsLastOwner(member);
  if (isLastOwner || !canChangeMember(user.role, member.role, member.role))
    return <span className="text-muted">{roleLabels[member.role].name}</span>;
  const options = ROLES.filter((role) => canChangeMember(user.role, member.role, role));
  const change = (role: Role) =>
    void confirm({
      title: `Make ${member.name} ${roleLabels[role].name.toLowerCase()}?`,
      body: `${roleLabels[role].description} It takes effect at once.`,
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

function RemoveCell({ member }: { member: Member }) {
  const { user } = useSession();
  const remove = useMutation(memberMutations.remove());
  const isLastOwner = useIsLastOwner(member);
  const reason = !canChangeMember(user.role, member.role)
    ? 'Your role may not remove this member'
    : isLastOwner
      ? 'The only owner. Make somebody else an owner first'
      : undefined;
  const ask = () =>
    void confirm({
      title: `Remove ${member.name}?`,
      body: `${member.email} is signed out everywhere and can no longer sign in. What they did stays in the audit log.`,
      action: 'Remove member',
      danger: true,
      run: () => remove.mutateAsync(member._id),
    });
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-label={`Remove ${member.name}`}
      disabledReason={reason}
      className={pageActionClass}
      onClick={ask}
    >
      <UserMinus aria-hidden className="sm:hidden" />
      <span className="max-sm:sr-only">Remove</span>
    </Button>
  );
}
