'use client';

import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useState } from 'react';
import { PageAction } from '#components/layout/page-action.tsx';
import { useSession, useWhyNot } from '#components/layout/session.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { columnHelper } from '#components/table/features.ts';
import { TwoStepMark } from '#components/two-step/two-step-mark.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { memberQueries } from '#lib/members/client.ts';
import type { Member } from '#lib/members/schema.ts';
import { Invitations } from './invitations.tsx';
import { MemberMenu, RoleCell } from './member-actions.tsx';
import { MemberRoles } from './member-roles.tsx';
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
    id: 'seen',
    header: 'Last seen',
    meta: { width: memberWidths.time, from: 'tablet' },
    cell: ({ row }) => <LastSeen member={row.original} />,
  }),
  column.display({
    id: 'twoStep',
    header: 'Two-step sign-in',
    meta: { width: memberWidths.twoStep, from: 'desk' },
    cell: ({ row }) => <TwoStepMark on={row.original.twoStep} />,
  }),
  column.display({
    id: 'role',
    header: 'Role',
    meta: { width: memberWidths.role },
    cell: ({ row }) => <RoleCell member={row.original} />,
  }),
  column.display({
    id: 'act',
    header: () => <span className="sr-only">Actions</span>,
    meta: { from: 'phone', width: memberWidths.action, align: 'end' },
    cell: ({ row }) => <MemberMenu member={row.original} />,
  }),
]);

export function MembersPage() {
  const members = useQuery(memberQueries.list());
  const denied = useWhyNot('members:write');
  const invitations = useQuery({ ...memberQueries.invitations(), enabled: denied === undefined });
  const [inviting, setInviting] = useState(false);
  return (
    <SettingsPage
      title="Members"
      intro={
        <>
          Members are the people who can sign in. They see all environments, and their role decides what they may do
          there.{' '}
          <Link
            href="/settings/general#sign-in"
            className="inline-block rounded-sm text-accent-text underline underline-offset-2"
          >
            Sign-in providers and requirements
          </Link>
        </>
      }
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
        secondLine={(member) => <SecondLine member={member} />}
        skeletonRows={4}
        empty={null}
      />
      {!denied && <Invitations />}
      {/* Shown after the content above has loaded, so that this section does not move. */}
      {members.data && !invitations.isLoading && <MemberRoles />}
      <InviteDialog open={inviting} onOpenChange={setInviting} />
    </SettingsPage>
  );
}

function Name({ member }: { member: Member }) {
  const { user } = useSession();
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <Truncate value={member.name} className="shrink-0 font-medium" />
      {member._userId === user.id && <Badge>You</Badge>}
      <Truncate value={member.email} className="shrink-[9999] text-faint max-sm:hidden" />
    </span>
  );
}

/**
 * The time of the last use. For the signed-in user, shows "Now", because the stored time is precise only to an hour.
 */
function LastSeen({ member: { _userId, lastSeenAt } }: { member: Member }) {
  const { user } = useSession();
  if (_userId === user.id) return <span className="text-muted">Now</span>;
  if (lastSeenAt === undefined) return <span className="text-faint">Never</span>;
  return <RelativeTime value={lastSeenAt} focusable className="text-muted" />;
}

/** Address, role, joining and last use, for phones. */
function SecondLine({ member }: { member: Member }) {
  const { user } = useSession();
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-1">
      <Truncate value={member.email} />
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-xs">
        <RoleCell member={member} />
        <span className="text-faint whitespace-normal">
          joined <RelativeTime value={member.createdAt} />
          {member.lastSeenAt !== undefined && (
            <>
              {' · '}seen {member._userId === user.id ? 'now' : <RelativeTime value={member.lastSeenAt} />}
            </>
          )}
          {member.twoStep && ' · two-step sign-in'}
        </span>
      </span>
    </span>
  );
}
