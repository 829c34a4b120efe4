import type { Metadata } from 'next';
import { WorkflowPage } from '#components/workflows/workflow-page.tsx';

interface Props {
  params: Promise<{ workflowId: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Workflow ${decodeURIComponent((await params).workflowId)}` };
}

export default async function Page({ params }: Props) {
  return <WorkflowPage workflowId={decodeURIComponent((await params).workflowId)} />;
}
