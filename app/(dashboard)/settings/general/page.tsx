import type { Metadata } from 'next';
import { GeneralPage } from '#components/settings/general-page.tsx';

export const metadata: Metadata = { title: 'General settings' };

export default function Page() {
  return <GeneralPage />;
}
