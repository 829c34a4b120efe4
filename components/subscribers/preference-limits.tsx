'use client';

import dynamic from 'next/dynamic';
import type { Preference } from './preference-cells.ts';

const ConditionText = dynamic(
  () => import('#components/explain/condition-text.tsx').then((module) => module.ConditionText),
  { ssr: false },
);

/** The condition or schedule that decides at the time of sending, in addition to the switches. */
export function PreferenceLimits({ preference }: { preference: Preference }) {
  const { condition } = preference;
  const isScheduled = 'schedule' in preference && preference.schedule?.isEnabled;
  return (
    <>
      {condition && (
        <div className="mt-1 text-xs font-normal text-muted">
          Sent only if
          <ConditionText condition={condition} />
        </div>
      )}
      {isScheduled && (
        <p className="text-xs font-normal text-muted">Sent only in the hours of the subscriber’s schedule</p>
      )}
    </>
  );
}
