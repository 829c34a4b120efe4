import type { Metadata } from 'next';
import { SubscriberPage } from '#components/subscribers/subscriber-page.tsx';

interface Props {
  params: Promise<{ subscriberId: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Subscriber ${decodeURIComponent((await params).subscriberId)}` };
}

export default async function Page({ params }: Props) {
  return <SubscriberPage subscriberId={decodeURIComponent((await params).subscriberId)} />;
}
