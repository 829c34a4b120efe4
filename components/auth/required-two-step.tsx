'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { failure } from '#components/table/read-error.ts';
import { Button } from '#components/ui/button.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { pathAfterSignIn } from '#lib/auth/path-after-sign-in.ts';
import { meMutations } from '#lib/me/client.ts';
import { twoStepQueries } from '#lib/two-step/client.ts';

const SetUpTwoStep = dynamic(
  () => import('#components/two-step/set-up-two-step.tsx').then((module) => module.SetUpTwoStep),
  { ssr: false, loading: () => <Skeleton className="h-32" /> },
);

/** Sets up the two-step sign-in that the organization requires. Without it, the member can open no other page. */
export function RequiredTwoStep({ next }: { next: string | undefined }) {
  const own = useQuery(twoStepQueries.own());
  const signOut = useMutation({ ...meMutations.signOut(), onSettled: () => location.assign('/sign-in') });
  const enter = () => location.assign(pathAfterSignIn(next, location.origin));
  return (
    <>
      <div>
        <h1 className="text-xl font-semibold">Set up two-step sign-in</h1>
        <p className="mt-1 text-pretty text-muted">
          Your organization requires two-step sign-in: a password and a code from an authenticator app.
        </p>
      </div>
      {own.isError && (
        <ErrorState title="The setup could not be opened" {...failure(own.error)} onRetry={() => void own.refetch()} />
      )}
      {own.isPending && <Skeleton className="h-32" />}
      {own.data && !own.data.enabled && (
        <div>
          <SetUpTwoStep onDone={enter} />
        </div>
      )}
      {own.data?.enabled && <Button onClick={enter}>Continue with two-step sign-in</Button>}
      <Button variant="ghost" size="sm" className="self-start" onClick={() => signOut.mutate()}>
        Sign out
      </Button>
    </>
  );
}
