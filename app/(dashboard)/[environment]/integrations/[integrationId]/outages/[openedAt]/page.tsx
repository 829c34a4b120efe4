import type { Metadata } from 'next';
import { OutagePage } from '#components/outages/outage-page.tsx';

export const metadata: Metadata = { title: 'Outage' };

interface Props {
  params: Promise<{ integrationId: string; openedAt: string }>;
}

export default async function Page({ params }: Props) {
  const { integrationId, openedAt } = await params;
  return <OutagePage integrationId={integrationId} openedAt={decodeURIComponent(openedAt)} />;
}
