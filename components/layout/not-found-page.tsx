'use client';

import dynamic from 'next/dynamic';

/** Next sends this component with every page. What it shows is loaded only where nothing is found. */
export const NotFoundPage = dynamic(() => import('./unknown-page.tsx').then((module) => module.UnknownPage));
