import type { Metadata } from 'next';
import { IntegrationsPage } from '#components/integrations/integrations-page.tsx';

export const metadata: Metadata = { title: 'Integrations' };

export default function Page() {
  return <IntegrationsPage />;
}
