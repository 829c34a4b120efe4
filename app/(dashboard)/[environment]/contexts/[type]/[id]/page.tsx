import type { Metadata } from 'next';
import { ContextPage } from '#components/contexts/context-page.tsx';

interface Props {
  params: Promise<{ type: string; id: string }>;
}

/** Next passes the decoded segments to metadata and the encoded ones to the page. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { type, id } = await params;
  return { title: `Context ${type}:${id}` };
}

export default async function Page({ params }: Props) {
  const { type, id } = await params;
  return <ContextPage type={decodeURIComponent(type)} id={decodeURIComponent(id)} />;
}
