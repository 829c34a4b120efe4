import type { Metadata } from 'next';
import { ExplainPage } from '#components/explain/explain-page.tsx';

export const metadata: Metadata = { title: 'Explain' };

export default function Page() {
  return <ExplainPage />;
}
