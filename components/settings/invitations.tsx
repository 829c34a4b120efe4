'use client';

import { useQuery } from '@tanstack/react-query';
import { useReader } from '#components/layout/first-paint.ts';
import { DataTable } from '#components/table/data-table.tsx';
import { columnHelper } from '#components/table/features.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { roleNames } from '#lib/auth/permissions.ts';
import type { Invitation } from '#lib/invitations/schema.ts';
import { memberQueries } from '#lib/members/client.ts';
import { momentText, shortDateText } from '#lib/time/time.ts';
import { InvitationMenu } from './invitation-menu.tsx';
import { memberWidths } from './member-widths.ts';

const column = columnHelper<Invitation>();

const columns = column.columns([
  column.display({
    id: 'email',
    header: 'Invited',
    meta: { from: 'phone' },
    cell: ({ row }) => <Truncate value={row.original.email} className="font-medium" />,
  }),
  column.display({
    id: 'expires',
    header: 'Expires',
    meta: { width: memberWidths.time, from: 'desk' },
    cell: ({ row }) => <Expiry invitation={row.original} />,
  }),
  column.display({
    id: 'role',
    header: 'Role',
    meta: { width: memberWidths.role },
    cell: ({ row }) => <span className="text-muted">{roleNames[row.original.role]}</span>,
  }),
  column.display({
    id: 'act',
    header: () => <span className="sr-only">Actions</span>,
    meta: { from: 'phone', width: memberWidths.action, align: 'end' },
    cell: ({ row }) => <InvitationMenu invitation={row.original} />,
  }),
]);

/** Unused invitation links, in the same columns as the members above. */
export function Invitations() {
  const invitations = useQuery(memberQueries.invitations());
  if (!invitations.data?.length) return null;
  return (
    <section aria-labelledby="invitations" className="pt-8">
      <h2 id="invitations" className="list-x text-base font-semibold">
        Open invitations
      </h2>
      <p className="max-w-4xl list-x pt-1 pb-3 text-pretty text-muted">
        Unused invitation links. Anyone who opens a link can become a member with its role.
      </p>
      <DataTable
        label="Open invitations"
        columns={columns}
        query={invitations}
        rows={invitations.data}
        rowId={({ _id }) => _id}
        secondLine={(invitation) => (
          <span className="flex items-center gap-2 text-xs">
            {roleNames[invitation.role]}
            <Expiry invitation={invitation} labelled />
          </span>
        )}
        empty={null}
      />
    </section>
  );
}

/** The date, because a relative time would change its format while the link is valid. */
function Expiry({ invitation: { expired, expiresAt }, labelled }: { invitation: Invitation; labelled?: boolean }) {
  const { now, zone } = useReader();
  if (expired) return <Badge tone="warn">Expired</Badge>;
  return (
    <span className={labelled ? 'text-faint' : 'text-muted'}>
      {labelled && 'expires '}
      <time
        dateTime={expiresAt}
        data-tip={momentText(expiresAt, zone)}
        {...(!labelled && { tabIndex: 0, className: 'rounded-sm', 'aria-description': momentText(expiresAt, zone) })}
      >
        {shortDateText(expiresAt, now, zone)}
      </time>
    </span>
  );
}
