import type { Metadata } from 'next';
import { MessagePage } from '#components/messages/message-page.tsx';

export const metadata: Metadata = { title: 'Message' };

interface Props {
  params: Promise<{ messageId: string }>;
}

export default async function Page({ params }: Props) {
  return <MessagePage messageId={(await params).messageId} />;
}
