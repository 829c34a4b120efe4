import type { Metadata } from 'next';
import { SystemPage } from '#components/system/system-page.tsx';

export const metadata: Metadata = { title: 'System' };

export default function Page() {
  return <SystemPage />;
}
