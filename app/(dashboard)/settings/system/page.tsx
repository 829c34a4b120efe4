import type { Metadata } from 'next';
import { Permitted } from '#components/layout/permitted.tsx';
import { SystemPage } from '#components/system/system-page.tsx';

export const metadata: Metadata = { title: 'System' };

export default function Page() {
  return (
    <Permitted permission="system:read" title="System">
      <SystemPage />
    </Permitted>
  );
}
