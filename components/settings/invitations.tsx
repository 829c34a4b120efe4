'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { notify } from '#components/ui/notify.ts';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { roleLabels } from '#lib/auth/permissions.ts';
import { memberMutations, memberQueries } from '#lib/members/client.ts';
import { SettingsSection } from './settings-page.tsx';

/** Invitation links that were created and not used yet. */
export function Invitations() {
  const invitations = useQuery(memberQueries.invitations());
  const revoke = useMutation({
    ...memberMutations.revokeInvitation(),
    onError: ({ message }) => notify.failed(message),
  });
  if (!invitations.data?.length) return null;
  return (
    <SettingsSection
      id="invitations"
      title="Open invitations"
      intro="Links that were sent on and not used yet. Whoever opens one becomes a member with its role."
    >
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {invitations.data.map((invitation) => (
          <li key={invitation._id} className="flex min-h-11 flex-wrap items-center gap-x-3 px-3 py-1.5">
            <Truncate value={invitation.email} className="flex-1 font-medium max-sm:basis-full" />
            <span className="text-muted">{roleLabels[invitation.role].name}</span>
            {invitation.expired ? (
              <Badge tone="warn">Expired</Badge>
            ) : (
              <span className="text-faint">
                expires <RelativeTime value={invitation.expiresAt} focusable />
              </span>
            )}
            <Button
              size="sm"
              variant="ghost"
              className="ml-auto"
              aria-label={`Revoke the invitation of ${invitation.email}`}
              onClick={() => revoke.mutate(invitation._id)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </SettingsSection>
  );
}
