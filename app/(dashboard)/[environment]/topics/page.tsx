import type { Metadata } from 'next';
import { TopicsPage } from '#components/topics/topics-page.tsx';

export const metadata: Metadata = { title: 'Topics' };

export default function Page() {
  return <TopicsPage />;
}
