'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { ConfirmHost } from '#components/form/confirm.tsx';
import { TooltipLayer } from '#components/ui/tooltip.tsx';
import { createQueryClient } from '#lib/api/query-client.ts';
import { storeDeviceZone } from '#lib/time/reader-zone.ts';
import { FirstPaintProvider } from './first-paint.ts';
import './leave-guard.ts';

const Toaster = dynamic(() => import('#components/ui/toaster.tsx').then((module) => module.Toaster), { ssr: false });

/** Providers that every page needs: server state, URL state, and the tooltip, confirmation and notification layers. */
export function Providers({
  first,
  children,
}: {
  first: ComponentProps<typeof FirstPaintProvider>['value'];
  children: ReactNode;
}) {
  const [client] = useState(createQueryClient);
  useEffect(storeDeviceZone, []);
  return (
    <QueryClientProvider client={client}>
      <FirstPaintProvider value={first}>
        <NuqsAdapter>{children}</NuqsAdapter>
      </FirstPaintProvider>
      <ConfirmHost />
      <Toaster />
      <TooltipLayer />
    </QueryClientProvider>
  );
}
