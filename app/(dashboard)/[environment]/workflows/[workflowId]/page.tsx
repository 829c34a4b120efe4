import type { Metadata } from 'next';
import { WorkflowPage } from '#components/workflows/workflow-page.tsx';

interface Props {
  params: Promise<{ workflowId: string }>;
}

/** Next passes the decoded segment to metadata and the encoded one to the page. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Workflow ${(await params).workflowId}` };
}

export default async function Page({ params }: Props) {
  return <WorkflowPage workflowId={decodeURIComponent((await params).workflowId)} />;
}
