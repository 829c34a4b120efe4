import type { Metadata } from 'next';
import Link from 'next/link';
import { buttonClass } from '#components/ui/button-class.ts';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <main className="mx-auto flex min-h-[70vh] max-w-sm flex-col items-start justify-center gap-3 p-6">
      <h1 className="text-xl font-semibold">This page does not exist</h1>
      <p className="text-muted">The address may be mistyped, or what it showed has been deleted.</p>
      <Link href="/" className={buttonClass({ variant: 'secondary' })}>
        Go to activity
      </Link>
    </main>
  );
}
