'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { FrameSkeleton } from './page-frame.tsx';
import { useEnvironment } from './session.tsx';

/** `/` is the activity of the environment last looked at, or of the first. */
export function HomeRedirect() {
  const router = useRouter();
  const { base } = useEnvironment();
  useEffect(() => router.replace(`${base}/activity`), [router, base]);
  return <FrameSkeleton />;
}
