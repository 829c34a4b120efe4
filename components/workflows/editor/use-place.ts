import { parseAsString, useQueryStates } from 'nuqs';
import { useCallback, useState } from 'react';
import type { IssuePosition } from '#lib/steps/issues.ts';
import type { Workflow } from '#lib/workflows/schema.ts';
import type { StepIds } from './step-ids.ts';

/** The control to focus. A new `at` each time allows focusing the same control twice. */
export interface Focus {
  path: string;
  at: number;
  position?: { line: number; column: number };
}

const parsers = { step: parseAsString, control: parseAsString };

/**
 * Returns the open step and its control, stored in the URL. The back button closes an opened step. A link may name a
 * stored step by its `_id`, as records of runs do.
 */
export function usePlace(stored: Workflow['steps']) {
  const [{ step, control }, setPlace] = useQueryStates(parsers, { history: 'push' });
  const [focus, setFocus] = useState<Focus | undefined>(control ? { path: control, at: 0 } : undefined);
  const open = useCallback(
    (stepId: string, path?: string, position?: IssuePosition) => {
      void setPlace({ step: stepId, control: path ?? null });
      const { line, column } = position ?? {};
      const cursor = line !== undefined && column !== undefined ? { position: { line, column } } : {};
      setFocus((last) => (path === undefined ? undefined : { path, at: (last?.at ?? 0) + 1, ...cursor }));
    },
    [setPlace],
  );
  const close = useCallback(() => {
    void setPlace({ step: null, control: null });
    setFocus(undefined);
  }, [setPlace]);
  const [keys, setKeys] = useState<Readonly<Record<string, string>>>({});
  /** Returns a key that stays the same while the step's ID changes. */
  const keyOf = (stepId: string) => keys[stepId] ?? stepId;
  /** Keeps the open step open when steps get other IDs. */
  const follow = (ids: StepIds) => {
    const moved = [...ids].flatMap(([from, to]) => [
      [to, keyOf(from)],
      [from, `${from} ${to}`],
    ]);
    setKeys({ ...keys, ...Object.fromEntries(moved) });
    const next = step === null ? undefined : ids.get(step);
    if (next !== undefined) void setPlace({ step: next }, { history: 'replace' });
  };
  const named = stored.find(({ _id }) => _id === step)?.stepId ?? step;
  return { stepId: named ?? undefined, focus, open, close, keyOf, follow };
}
