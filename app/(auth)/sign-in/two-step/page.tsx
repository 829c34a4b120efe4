import type { Metadata } from 'next';
import { RequiredTwoStep } from '#components/auth/required-two-step.tsx';

export const metadata: Metadata = { title: 'Set up two-step sign-in' };

interface Props {
  searchParams: Promise<{ next?: string | string[] }>;
}

export default async function RequiredTwoStepPage({ searchParams }: Props) {
  const { next } = await searchParams;
  return <RequiredTwoStep next={typeof next === 'string' ? next : undefined} />;
}
