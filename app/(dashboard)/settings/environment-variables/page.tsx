import type { Metadata } from 'next';
import { VariablesPage } from '#components/environment-variables/variables-page.tsx';
import { Permitted } from '#components/layout/permitted.tsx';

export const metadata: Metadata = { title: 'Variables' };

export default function Page() {
  return (
    <Permitted permission="environment-variables:read" title="Variables">
      <VariablesPage />
    </Permitted>
  );
}
