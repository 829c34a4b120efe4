'use client';

import { type RefObject, useLayoutEffect } from 'react';
import { askToDiscard } from '#components/form/discard.ts';
import { useLeaveGuard } from '#components/layout/use-leave-guard.ts';

/** Resolves to true if a form may close. */
export async function mayClose(dirty: boolean): Promise<boolean> {
  return !dirty || askToDiscard();
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
