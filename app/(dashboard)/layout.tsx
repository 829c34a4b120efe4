import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { Shell } from '#components/layout/shell.tsx';
import { DemoNotice } from '#components/settings/demo-notice-on-demand.tsx';
import { prefetchMe } from '#lib/api/prefetch.ts';
import { DEMO_NOTICE_COOKIE } from '#lib/demo-notice.ts';

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const isDismissed = (await cookies()).has(DEMO_NOTICE_COOKIE);
  return (
    <Shell first={await prefetchMe()} demoNotice={!isDismissed && <DemoNotice />}>
      {children}
    </Shell>
  );
}
