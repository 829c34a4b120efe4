'use client';

import { useFormState } from 'react-hook-form';
import { askToDiscard } from '#components/integrations/discard.ts';
import { useLeaveGuard } from '#components/layout/use-leave-guard.ts';

/** In a form of a page: asks before the page is left with changes that are not saved. */
export function KeepInput() {
  const { isDirty, isSubmitSuccessful } = useFormState();
  useLeaveGuard(isDirty && !isSubmitSuccessful, askToDiscard);
  return null;
}
