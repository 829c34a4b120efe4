'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { FrameSkeleton } from './page-frame.tsx';
import { useEnvironment } from './session.tsx';

/** Redirects to a page of the last visited environment, or of the first environment. */
export function HomeRedirect({ section = 'activity' }: { section?: string }) {
  const router = useRouter();
  const { base } = useEnvironment();
  useEffect(() => router.replace(`${base}/${section}${location.search}${location.hash}`), [router, base, section]);
  return <FrameSkeleton />;
}
