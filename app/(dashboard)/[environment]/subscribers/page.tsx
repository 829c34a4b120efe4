import type { Metadata } from 'next';
import { SubscribersPage } from '#components/subscribers/subscribers-page.tsx';

export const metadata: Metadata = { title: 'Subscribers' };

export default function Page() {
  return <SubscribersPage />;
}
