import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { firstRun } from '#components/setup/first-run.ts';
import { ANY_RUN, notificationQueries } from '#lib/notifications/client.ts';
import type { RunSummary } from '#lib/notifications/list/run-summary.ts';

/**
 * Whether the environment has no run at all. Counts runs only if `isEmpty` (the list without filters is empty).
 * Undefined until the runs are counted. Calls `onFirst` when the first run arrives.
 */
export function useIsBeforeFirst(isEmpty: boolean, onFirst: () => void): boolean | undefined {
  const environment = useEnvironment();
  const any = useQuery({ ...notificationQueries.summaries(environment.id, ANY_RUN), enabled: isEmpty });
  const count = any.isPlaceholderData ? undefined : any.data?.data.length;
  const isBefore = isEmpty && count === 0;
  const wasBefore = useRef(false);
  const show = useEffectEvent(onFirst);
  useEffect(() => {
    if (wasBefore.current && isEmpty && !isBefore) show();
    wasBefore.current = isBefore;
  }, [isEmpty, isBefore]);
  return isEmpty && count === undefined && !any.error ? undefined : isBefore;
}

/** Whether the checklist stays visible although the environment has its first run, the only run in `rows`. */
export function useSetupStay(isBeforeFirst: boolean | undefined, rows: readonly RunSummary[] | undefined) {
  const { id } = useEnvironment();
  const [shown, setShown] = useState<string>();
  if (isBeforeFirst && shown !== id) setShown(id);
  const only = rows?.length === 1 ? rows[0]?._id : undefined;
  useEffect(() => {
    if (only && firstRun(id) === only) setShown(id);
  }, [id, only]);
  return { stays: shown === id, end: () => setShown(undefined) };
}
