import { FacetFilter } from '#components/table/facet-filter.tsx';
import type { WorkflowOptions } from './use-workflow-options.ts';

interface Props {
  workflows: WorkflowOptions;
  /** The `_id`s of the chosen workflows. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  onOpenChange?: (open: boolean) => void;
}

/** A list filter by workflows. */
export function WorkflowFilter({ workflows: { options, known, find }, ...filter }: Props) {
  return <FacetFilter label="Workflow" options={options} known={known} onFind={find} {...filter} />;
}
