'use client';

import { type RefObject, useLayoutEffect } from 'react';
import { confirm } from '#components/form/confirm.tsx';
import { useLeaveGuard } from '#components/layout/use-leave-guard.ts';

/** Asks before typed input is lost. Resolves to true if it may be discarded. */
function askToDiscard(): Promise<boolean> {
  return confirm({
    title: 'Discard your changes?',
    body: 'Your changes have not been saved.',
    action: 'Discard changes',
    danger: true,
    run: async () => undefined,
  });
}

let asking = false;

/**
 * Resolves to true if a form may close. Only one question is open at a time: the key that answers "no" must not also
 * close the sheet below.
 */
export async function mayClose(dirty: boolean): Promise<boolean> {
  if (!dirty) return true;
  if (asking) return false;
  asking = true;
  try {
    return await askToDiscard();
  } finally {
    setTimeout(() => {
      asking = false;
    });
  }
}

/**
 * Stores in `unsaved`, for the sheet around a form, whether there are unsaved changes. While there are unsaved changes,
 * leaving the page requires a confirmation.
 */
export function useUnsaved(dirty: boolean, unsaved: RefObject<boolean>): void {
  useLeaveGuard(dirty, askToDiscard);
  useLayoutEffect(() => {
    unsaved.current = dirty;
    return () => {
      unsaved.current = false;
    };
  }, [dirty, unsaved]);
}
