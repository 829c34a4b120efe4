import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { pathAfterSignIn } from '#components/auth/path-after-sign-in.ts';
import { SignInForm } from '#components/auth/sign-in-form.tsx';
import { isSignedIn } from '#lib/api/prefetch.ts';

export const metadata: Metadata = { title: 'Sign in' };

interface Props {
  searchParams: Promise<{ next?: string | string[]; ended?: string; reset?: string }>;
}

export default async function SignInPage({ searchParams }: Props) {
  const { next: given, ended, reset } = await searchParams;
  const next = typeof given === 'string' ? given : undefined;
  // Only the path matters, so any origin works.
  if (await isSignedIn()) redirect(pathAfterSignIn(next, 'http://localhost'));
  return <SignInForm next={next} notice={noticeOf({ ended, reset })} />;
}

function noticeOf({ ended, reset }: { ended?: string | undefined; reset?: string | undefined }): string | undefined {
  if (reset !== undefined) return 'Your password is changed. Sign in with the new one.';
  return ended === undefined ? undefined : 'Your session has ended. Sign in to continue where you were.';
}
