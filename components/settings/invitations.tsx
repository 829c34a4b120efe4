'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { notify } from '#components/ui/notify.ts';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { roleLabels } from '#lib/auth/permissions.ts';
import { memberMutations, memberQueries } from '#lib/members/client.ts';

/** Invitation links that were created and not used yet. */
export function Invitations() {
  const invitations = useQuery(memberQueries.invitations());
  const revoke = useMutation({
    ...memberMutations.revokeInvitation(),
    onError: ({ message }) => notify.failed(message),
  });
  if (!invitations.data?.length) return null;
  return (
    <section aria-labelledby="invitations" className="px-3 pt-6">
      <h2 id="invitations" className="mb-2 text-base font-semibold">
        Open invitations
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {invitations.data.map((invitation) => (
          <li key={invitation._id} className="flex min-h-11 flex-wrap items-center gap-x-3 px-3 py-1.5">
            <Truncate value={invitation.email} className="flex-1 font-medium" />
            <span className="text-muted">{roleLabels[invitation.role].name}</span>
            {invitation.expired ? (
              <Badge tone="warn">Expired</Badge>
            ) : (
              <span className="text-faint">
                expires <RelativeTime value={invitation.expiresAt} />
              </span>
            )}
            <Button size="sm" variant="ghost" onClick={() => revoke.mutate(invitation._id)}>
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
