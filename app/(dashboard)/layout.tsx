import type { ReactNode } from 'react';
import { Shell } from '#components/layout/shell.tsx';
import { DemoNotice } from '#components/settings/demo-notice-on-demand.tsx';
import { prefetchMe } from '#lib/api/prefetch.ts';

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <Shell first={await prefetchMe()} demoNotice={<DemoNotice />}>
      {children}
    </Shell>
  );
}
