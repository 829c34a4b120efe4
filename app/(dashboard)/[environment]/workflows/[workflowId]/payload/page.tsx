import type { Metadata } from 'next';
import { ContractPage } from '#components/payload-contracts/contract-page.tsx';

interface Props {
  params: Promise<{ workflowId: string }>;
}

export const metadata: Metadata = { title: 'Payload contract' };

export default async function Page({ params }: Props) {
  return <ContractPage workflowId={decodeURIComponent((await params).workflowId)} />;
}
