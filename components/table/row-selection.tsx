'use client';

import { createContext, use } from 'react';
import { Checkbox } from '#components/ui/checkbox.tsx';

interface Selection {
  /** The IDs of the rows of this page. */
  ids: readonly string[];
  /** The IDs of the selected rows. */
  selected: ReadonlySet<string>;
  select: (ids: readonly string[]) => void;
}

const SelectionContext = createContext<Selection | undefined>(undefined);

/** The context of a list whose rows can be selected. Columns are at module scope, so their cells reach the page through it. */
export const RowSelection = SelectionContext.Provider;

function useSelection(): Selection {
  const selection = use(SelectionContext);
  if (!selection) throw new Error('Cells that select rows must be used inside RowSelection');
  return selection;
}

/** The checkbox of a row. */
export function SelectRow({ id, name }: { id: string; name: string }) {
  const { selected, select } = useSelection();
  const isChosen = selected.has(id);
  return (
    <Checkbox
      checked={isChosen}
      onCheckedChange={() => select(isChosen ? [...selected].filter((each) => each !== id) : [...selected, id])}
      aria-label={`Select ${name}`}
      className="align-middle"
    />
  );
}

/** The checkbox of all rows of the page. */
export function SelectAll() {
  const { ids, selected, select } = useSelection();
  const all = selected.size > 0 && ids.every((id) => selected.has(id));
  return (
    <Checkbox
      checked={all || (selected.size > 0 && 'indeterminate')}
      onCheckedChange={() => select(all ? [] : ids)}
      aria-label="Select all on this page"
      className="align-middle"
    />
  );
}
