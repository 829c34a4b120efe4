'use client';

import dynamic from 'next/dynamic';
import type { Job, Notification } from '#lib/notifications/schema.ts';

const StepDetails = dynamic(
  () => import('#components/activity/step-details.tsx').then((module) => module.StepDetails),
  {
    ssr: false,
  },
);

/** How the message was delivered: the story of its step, with the provider's answer. */
export function MessageDelivery({ run, job }: { run: Notification; job: Job }) {
  return (
    <section aria-label="Delivery" className="min-w-0">
      <h2 className="text-base font-semibold">Delivery</h2>
      <StepDetails run={run} job={job} ofMessage />
    </section>
  );
}
