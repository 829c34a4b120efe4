import type { Metadata } from 'next';
import { ContextsPage } from '#components/contexts/contexts-page.tsx';

export const metadata: Metadata = { title: 'Contexts' };

export default function Page() {
  return <ContextsPage />;
}
