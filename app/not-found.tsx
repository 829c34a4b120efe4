import type { Metadata } from 'next';
import { Shell } from '#components/layout/shell.tsx';
import { UnknownPage } from '#components/layout/unknown-page.tsx';

export const metadata: Metadata = { title: 'Not found' };

/** In the shell, so that the way on stands beside it. Who is not signed in is led to do so first. */
export default function NotFound() {
  return (
    <Shell>
      <UnknownPage />
    </Shell>
  );
}
