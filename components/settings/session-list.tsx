import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { notifyFailure } from '#components/form/notify-failure.tsx';
import { failure } from '#components/table/read-error.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { DialogFooter } from '#components/ui/dialog.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { notify } from '#components/ui/notify.ts';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import type { SessionInfo } from '#lib/auth/schema.ts';
import { sessionMutations, sessionQueries } from '#lib/members/session-client.ts';

interface Props {
  /** The member whose sessions are listed. Undefined for the signed-in user, who needs no permission. */
  member?: { id: string; name: string } | undefined;
  /** The button that closes the dialog of the list. */
  close?: ReactNode;
}

/** The open sessions of a person, each with a button that ends it, and a button that ends all. */
export function SessionList({ member, close }: Props) {
  const sessions = useQuery(sessionQueries.list(member?.id));
  const endAll = useMutation({
    ...sessionMutations.endAll(member?.id),
    onError: (error) => notifyFailure(error),
    onSuccess: () => notify.done(member ? `${member.name} is signed out` : 'Your other sessions have ended'),
  });
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0;
  const end = (
    <Button
      variant="danger-outline"
      pending={endAll.isPending}
      disabledReason={others === 0 ? 'There is no session to end' : undefined}
      onClick={() => endAll.mutate()}
    >
      {member ? 'End all sessions' : 'End all others'}
    </Button>
  );
  return (
    <>
      {sessions.isError && (
        <ErrorState
          title="The sessions could not be loaded"
          {...failure(sessions.error)}
          onRetry={() => void sessions.refetch()}
        />
      )}
      {sessions.isPending && <Skeleton className="h-24" />}
      {sessions.data?.length === 0 && <p className="text-muted">No open session.</p>}
      <ul
        aria-label="Sessions"
        className="max-h-[50dvh] divide-y divide-line overflow-y-auto rounded-lg border border-line empty:hidden"
      >
        {sessions.data?.map((session) => (
          <SessionRow key={session._id} memberId={member?.id} session={session} />
        ))}
      </ul>
      {close ? (
        <DialogFooter>
          {close}
          {end}
        </DialogFooter>
      ) : (
        <div className="mt-3">{end}</div>
      )}
    </>
  );
}

function SessionRow({ memberId, session }: { memberId: string | undefined; session: SessionInfo }) {
  const end = useMutation({
    ...sessionMutations.end(memberId),
    onError: (error) => notifyFailure(error),
  });
  const device = session.device ?? session.userAgent ?? 'Unknown device';
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <Truncate value={device} className="font-medium" />
          {session.current && <Badge>This session</Badge>}
        </span>
        <span className="flex flex-wrap gap-x-2 text-xs text-muted">
          {session.signInProvider !== undefined && <span>through {session.signInProvider}</span>}
          <span className="break-all">{session.address ?? 'Unknown address'}</span>
          <span>last used {session.current ? 'now' : <RelativeTime value={session.updatedAt} />}</span>
        </span>
      </span>
      {!session.current && (
        <Button
          size="sm"
          pending={end.isPending}
          aria-label={`End the session of ${device}`}
          onClick={() => end.mutate(session._id)}
        >
          End
        </Button>
      )}
    </li>
  );
}
