import { useState } from 'react';
import { store, stored } from '#components/ui/browser-storage.ts';

/** The view of an open step on a wide screen: its controls, its controls and preview, or its preview. */
export const STEP_VIEWS = ['write', 'split', 'preview'] as const;
export type StepView = (typeof STEP_VIEWS)[number];

const STORED = 'step-view';

/**
 * Returns the view of this browser's user, and its setter. With `keepsSteps`, a step opens in the view that also shows
 * the steps and the issues, for a new step or a link to one of the step's controls.
 *
 * @param key changes with each opening of a step.
 */
export function useStepView(key: string, keepsSteps: boolean): [StepView, (view: StepView) => void] {
  const [view, setView] = useState<StepView>(() => (keepsSteps ? 'write' : storedView()));
  const [followed, setFollowed] = useState(key);
  if (key !== followed) {
    setFollowed(key);
    setView(keepsSteps ? 'write' : storedView());
  }
  const choose = (next: StepView) => {
    setView(next);
    store(STORED, next);
  };
  return [view, choose];
}

function storedView(): StepView {
  const kept = stored(STORED);
  return STEP_VIEWS.find((view) => view === kept) ?? 'split';
}
