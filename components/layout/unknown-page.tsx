'use client';

import { SearchX } from 'lucide-react';
import Link from 'next/link';
import { buttonClass } from '#components/ui/button-class.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageFrame } from './page-frame.tsx';
import { useEnvironment } from './session.tsx';

/** An address that leads nowhere. */
export function UnknownPage() {
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
        It may be mistyped, or what it showed has been deleted.
      </EmptyState>
    </PageFrame>
  );
}
