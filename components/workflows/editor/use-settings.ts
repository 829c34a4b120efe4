import type { Settings } from './draft.ts';
import { useEditor } from './editor-context.tsx';

/** Returns a setter for settings of the draft, and the errors that the last save returned for settings. */
export function useSettings() {
  const { definition, dispatch, rejected, readOnly } = useEditor();
  const errorOf = (path: string) =>
    rejected.find((field) => field.stepId === undefined && field.path.split('.')[0] === path)?.message;
  return {
    definition,
    readOnly,
    errorOf,
    change: (change: Partial<Settings>) => dispatch({ type: 'settings', change }),
  };
}
