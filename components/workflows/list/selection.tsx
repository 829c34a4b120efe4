'use client';

import { Checkbox } from '#components/ui/checkbox.tsx';
import type { WorkflowListItem } from '#lib/workflows/schema.ts';
import { useList } from './list-context.tsx';

export function SelectRow({ workflow }: { workflow: WorkflowListItem }) {
  const { selected, select } = useList();
  const chosen = selected.has(workflow._id);
  const toggle = () => select(chosen ? [...selected].filter((id) => id !== workflow._id) : [...selected, workflow._id]);
  return (
    <Checkbox
      checked={chosen}
      onCheckedChange={toggle}
      aria-label={`Select ${workflow.name}`}
      className="align-middle"
    />
  );
}

export function SelectAll() {
  const { rows, selected, select } = useList();
  const all = selected.size > 0 && selected.size === rows.length;
  return (
    <Checkbox
      checked={all || (selected.size > 0 && 'indeterminate')}
      onCheckedChange={() => select(all ? [] : rows.map(({ _id }) => _id))}
      aria-label="Select all on this page"
      className="align-middle"
    />
  );
}
