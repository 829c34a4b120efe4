import type { Metadata } from 'next';
import { ReferencePage } from '#components/api-reference/reference-page.tsx';

export const metadata: Metadata = { title: 'API reference' };

export default function Page() {
  return <ReferencePage />;
}
