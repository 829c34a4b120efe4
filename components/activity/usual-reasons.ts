import type { StepAction } from './step-action.ts';

interface UsualReasons {
  placeholder: string;
  usual: readonly string[];
}

const REQUESTED = 'Requested by the customer';

/**
 * Returns the reasons that the form offers.
 *
 * @param isOut whether the provider is known to be unavailable, so that its cause cannot be fixed.
 */
export function usualReasons(action: StepAction, isOut: boolean): UsualReasons {
  if (action === 'repeat') return { placeholder: 'The customer deleted it', usual: [REQUESTED, 'Deleted by mistake'] };
  if (isOut) return { placeholder: 'The customer waits for it', usual: [REQUESTED] };
  return { placeholder: 'The provider works again', usual: ['The cause is fixed', REQUESTED] };
}
