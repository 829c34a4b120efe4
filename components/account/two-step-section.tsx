'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useSession } from '#components/layout/session.tsx';
import { SettingsSection } from '#components/settings/settings-page.tsx';
import { failure } from '#components/table/read-error.ts';
import { TwoStepMark } from '#components/two-step/two-step-mark.tsx';
import { Button } from '#components/ui/button.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useOpened } from '#components/ui/use-opened.ts';
import { counted } from '#lib/text/counted.ts';
import { twoStepQueries } from '#lib/two-step/client.ts';
import type { TwoStep } from '#lib/two-step/schema.ts';

const TwoStepDialog = dynamic(
  () => import('#components/two-step/two-step-dialog.tsx').then((module) => module.TwoStepDialog),
  { ssr: false },
);

/** The state of two-step sign-in, with the dialog that changes it. */
export function TwoStepSection() {
  const { user } = useSession();
  const own = useQuery(twoStepQueries.own());
  const [open, setOpen] = useState(false);
  const hasOpened = useOpened(open);
  return (
    <SettingsSection
      id="two-step"
      title="Two-step sign-in"
      intro="Sign-in needs your password and a code from an authenticator app, so a stolen password alone is not enough."
    >
      {own.isError && (
        <ErrorState
          title="Two-step sign-in could not be loaded"
          {...failure(own.error)}
          onRetry={() => void own.refetch()}
        />
      )}
      {own.isPending && <Skeleton className="h-11 rounded-lg" />}
      {own.data && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line px-3 py-2">
          <State state={own.data} />
          <Button size="sm" onClick={() => setOpen(true)}>
            {own.data.enabled ? 'Change two-step sign-in…' : 'Set up two-step sign-in…'}
          </Button>
        </div>
      )}
      {hasOpened && <TwoStepDialog email={user.email} open={open} onOpenChange={setOpen} />}
    </SettingsSection>
  );
}

function State({ state: { enabled, enabledAt, recoveryCodesLeft, required } }: { state: TwoStep }) {
  return (
    <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
      <TwoStepMark on={enabled} />
      {enabledAt && (
        <span className="text-muted">
          since <RelativeTime value={enabledAt} />
        </span>
      )}
      {enabled && (
        <span className={recoveryCodesLeft < 3 ? 'text-warn' : 'text-muted'}>
          · {counted(recoveryCodesLeft, 'recovery code')} left
        </span>
      )}
      {required && <span className="text-muted">· required by your organization</span>}
    </p>
  );
}
