import type { Metadata } from 'next';
import { RecipientPageSettingsPage } from '#components/recipient-page/recipient-page-settings-page.tsx';

export const metadata: Metadata = { title: 'Recipient page' };

export default function Page() {
  return <RecipientPageSettingsPage />;
}
