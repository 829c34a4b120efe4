import type { Metadata } from 'next';
import { LayoutPage } from '#components/layouts/layout-page.tsx';

interface Props {
  params: Promise<{ layoutId: string }>;
}

/** Next passes the decoded segment to metadata and the encoded one to the page. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Layout ${(await params).layoutId}` };
}

export default async function Page({ params }: Props) {
  return <LayoutPage layoutId={decodeURIComponent((await params).layoutId)} />;
}
