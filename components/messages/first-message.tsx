'use client';

import { MessagesSquare } from 'lucide-react';
import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';

/** The empty state before an environment's first message, with a link to Activity, which explains each step. */
export function FirstMessage() {
  const { name, base } = useEnvironment();
  return (
    <EmptyState
      icon={MessagesSquare}
      title={`No messages in ${name} yet`}
      action={
        <Link href={`${base}/activity`} className={buttonClass({ variant: 'primary' })}>
          See how to trigger the first one
        </Link>
      }
    >
      Each time a channel step of a workflow runs, its message appears here, with its content.
    </EmptyState>
  );
}
