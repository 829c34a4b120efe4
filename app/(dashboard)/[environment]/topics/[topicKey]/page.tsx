import type { Metadata } from 'next';
import { TopicPage } from '#components/topics/topic-page.tsx';

interface Props {
  params: Promise<{ topicKey: string }>;
}

/** Next passes the decoded segment to metadata and the encoded one to the page. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Topic ${(await params).topicKey}` };
}

export default async function Page({ params }: Props) {
  return <TopicPage topicKey={decodeURIComponent((await params).topicKey)} />;
}
