import type { Metadata } from 'next';
import { PublishPage } from '#components/publishing/publish-page.tsx';

export const metadata: Metadata = { title: 'Publish' };

export default function Page() {
  return <PublishPage />;
}
