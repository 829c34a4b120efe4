import type { Metadata } from 'next';
import { UnknownPage } from '#components/layout/unknown-page.tsx';

export const metadata: Metadata = { title: 'Not found' };

/** Inside the shell: the way on stands beside it. */
export default function DashboardNotFound() {
  return <UnknownPage />;
}
