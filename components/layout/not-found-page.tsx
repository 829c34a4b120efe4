'use client';

import dynamic from 'next/dynamic';

/** The page for unknown URLs. Next includes this component in every page, so its content is loaded on demand. */
export const NotFoundPage = dynamic(() => import('./unknown-page.tsx').then((module) => module.UnknownPage));
