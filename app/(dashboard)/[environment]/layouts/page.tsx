import type { Metadata } from 'next';
import { LayoutsPage } from '#components/layouts/layouts-page.tsx';

export const metadata: Metadata = { title: 'Layouts' };

export default function Page() {
  return <LayoutsPage />;
}
