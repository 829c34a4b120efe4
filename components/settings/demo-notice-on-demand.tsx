'use client';

import dynamic from 'next/dynamic';

/** Loaded only where there is demo data. */
export const DemoNotice = dynamic(() => import('./demo-notice.tsx').then((module) => module.DemoNotice), {
  ssr: false,
  loading: () => <div className="h-9 border-b border-line bg-sunken" />,
});
