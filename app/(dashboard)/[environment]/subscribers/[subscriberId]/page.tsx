import type { Metadata } from 'next';
import { SubscriberPage } from '#components/subscribers/subscriber-page.tsx';

interface Props {
  params: Promise<{ subscriberId: string }>;
}

/** Next passes the decoded segment to metadata and the encoded one to the page. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Subscriber ${(await params).subscriberId}` };
}

export default async function Page({ params }: Props) {
  return <SubscriberPage subscriberId={decodeURIComponent((await params).subscriberId)} />;
}
