'use client';

import { SearchX } from 'lucide-react';
import Link from 'next/link';
import { buttonClass } from '#components/ui/button-class.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageFrame } from './page-frame.tsx';
import { useEnvironment } from './session.tsx';
import { Shell } from './shell.tsx';

/** The page for an unknown URL, with the navigation of the shell. Visitors without a session must sign in first. */
export function UnknownPage() {
  return (
    <Shell>
      <Nothing />
    </Shell>
  );
}

function Nothing() {
  const { base } = useEnvironment();
  return (
    <PageFrame title="This page does not exist">
      <EmptyState
        icon={SearchX}
        title="Nothing is at this address"
        action={
          <Link href={`${base}/activity`} className={buttonClass()}>
            Go to activity
          </Link>
        }
      >
        The address may be mistyped, or its content may have been deleted.
      </EmptyState>
    </PageFrame>
  );
}
