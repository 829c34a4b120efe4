import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SignInForm } from '#components/auth/sign-in-form.tsx';
import { isSignedIn, prefetchChoices } from '#lib/api/prefetch.ts';
import { pathAfterSignIn } from '#lib/auth/path-after-sign-in.ts';
import { problemText } from '#lib/sign-in-providers/problems.ts';

export const metadata: Metadata = { title: 'Sign in' };

interface Props {
  searchParams: Promise<{ next?: string | string[]; ended?: string; reset?: string; problem?: string | string[] }>;
}

export default async function SignInPage({ searchParams }: Props) {
  const { next: given, ended, reset, problem } = await searchParams;
  const next = typeof given === 'string' ? given : undefined;
  // Only the path matters, so any origin works.
  if (await isSignedIn()) redirect(pathAfterSignIn(next, 'http://localhost'));
  const rejected = problemText(typeof problem === 'string' ? problem : undefined);
  return (
    <SignInForm next={next} notice={noticeOf({ ended, reset })} problem={rejected} choices={await prefetchChoices()} />
  );
}

function noticeOf({ ended, reset }: { ended?: string | undefined; reset?: string | undefined }): string | undefined {
  if (reset !== undefined) return 'Your password is changed. Sign in with the new one.';
  return ended === undefined ? undefined : 'Your session has ended. Sign in to continue where you were.';
}
