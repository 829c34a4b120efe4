import type { Metadata } from 'next';
import { VariablesPage } from '#components/environment-variables/variables-page.tsx';

export const metadata: Metadata = { title: 'Variables' };

export default function Page() {
  return <VariablesPage />;
}
