import { HydrationBoundary } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Shell } from '#components/layout/shell.tsx';
import { prefetchMe } from '#lib/api/prefetch.ts';

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <HydrationBoundary state={await prefetchMe()}>
      <Shell>{children}</Shell>
    </HydrationBoundary>
  );
}
