import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { pathAfterSignIn } from '#components/auth/path-after-sign-in.ts';
import { SignInForm } from '#components/auth/sign-in-form.tsx';
import { isSignedIn } from '#lib/api/prefetch.ts';

export const metadata: Metadata = { title: 'Sign in' };

interface Props {
  searchParams: Promise<{ next?: string | string[]; ended?: string }>;
}

export default async function SignInPage({ searchParams }: Props) {
  const { next: given, ended } = await searchParams;
  const next = typeof given === 'string' ? given : undefined;
  // Only the path matters, so any origin works.
  if (await isSignedIn()) redirect(pathAfterSignIn(next, 'http://localhost'));
  return <SignInForm next={next} isEnded={ended !== undefined} />;
}
