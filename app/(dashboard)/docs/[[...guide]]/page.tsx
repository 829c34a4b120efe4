import type { Metadata } from 'next';
import { GuidePage } from '#components/guides/guide-page.tsx';

export const metadata: Metadata = { title: 'Guides' };

interface Props {
  params: Promise<{ guide?: string[] }>;
}

export default async function Page({ params }: Props) {
  const { guide = ['quick-start'] } = await params;
  return <GuidePage path={guide.map(decodeURIComponent).join('/')} />;
}
