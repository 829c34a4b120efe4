'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { FrameSkeleton } from './page-frame.tsx';
import { useEnvironment } from './session.tsx';

/** Redirects `/` to the activity of the last visited environment, or of the first one. */
export function HomeRedirect() {
  const router = useRouter();
  const { base } = useEnvironment();
  useEffect(() => router.replace(`${base}/activity`), [router, base]);
  return <FrameSkeleton />;
}
