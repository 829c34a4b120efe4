'use client';

import { useFormState } from 'react-hook-form';

import { useLeaveGuard } from '#components/layout/use-leave-guard.ts';
import { askToDiscard } from './discard.ts';

/** In a form of a page: asks before the page is left with changes that are not saved. */
export function KeepInput() {
  const { isDirty, isSubmitSuccessful } = useFormState();
  useLeaveGuard(isDirty && !isSubmitSuccessful, askToDiscard);
  return null;
}
