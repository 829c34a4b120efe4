import type { Metadata } from 'next';
import { AlertsPage } from '#components/alerts/alerts-page.tsx';
import { Permitted } from '#components/layout/permitted.tsx';

export const metadata: Metadata = { title: 'Alerts' };

export default function Page() {
  return (
    <Permitted permission="alerts:write" title="Alerts">
      <AlertsPage />
    </Permitted>
  );
}
