import type { Metadata } from 'next';
import { OutagesPage } from '#components/outages/outages-page.tsx';

export const metadata: Metadata = { title: 'Outages' };

export default function Page() {
  return <OutagesPage />;
}
