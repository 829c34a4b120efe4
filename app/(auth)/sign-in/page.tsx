import type { Metadata } from 'next';
import { SignInForm } from '#components/auth/sign-in-form.tsx';

export const metadata: Metadata = { title: 'Sign in' };

interface Props {
  searchParams: Promise<{ next?: string | string[]; ended?: string }>;
}

export default async function SignInPage({ searchParams }: Props) {
  const { next, ended } = await searchParams;
  return <SignInForm next={typeof next === 'string' ? next : undefined} isEnded={ended !== undefined} />;
}
