import type { Metadata } from 'next';
import { Permitted } from '#components/layout/permitted.tsx';
import { ApiKeysPage } from '#components/settings/api-keys-page.tsx';

export const metadata: Metadata = { title: 'API keys' };

export default function Page() {
  return (
    <Permitted permission="api-keys:read" title="API keys">
      <ApiKeysPage />
    </Permitted>
  );
}
