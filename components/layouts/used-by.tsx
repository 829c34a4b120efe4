import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#components/ui/popover.tsx';
import { layoutQueries } from '#lib/layouts/client.ts';
import type { Layout } from '#lib/layouts/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { WorkflowLinks } from './workflow-links.tsx';

interface Props {
  layout: Layout;
  /** Whether to show "Used by" too, if there is no heading. */
  isLabelled?: boolean;
}

/** The number of workflows that use a layout. It opens to their names. */
export function UsedBy({ layout, isLabelled = false }: Props) {
  const [open, setOpen] = useState(false);
  const usage = useQuery({ ...layoutQueries.usage(useEnvironment().id, layout._id), enabled: open });
  const label = `Used by ${usedBy(layout).toLowerCase()}`;
  const text = isLabelled ? label : usedBy(layout);
  if (layout.workflowCount === 0) return <span className="text-faint">{text}</span>;
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger
        aria-label={label}
        className="focus-inset touch-area rounded-sm text-accent-text underline-offset-2 hover:underline"
      >
        {text}
      </PopoverTrigger>
      <PopoverContent aria-label="Used by" className="w-80 max-w-[calc(100vw-16px)] p-3">
        {usage.data ? (
          <WorkflowLinks workflows={usage.data.workflows} className="max-h-72" />
        ) : (
          <p role="status" className="text-faint">
            {usage.error ? usage.error.message : 'Loading'}
          </p>
        )}
      </PopoverContent>
    </Popover>
  );
}

export function usedBy({ workflowCount: count }: Pick<Layout, 'workflowCount'>): string {
  return count === 0 ? 'No workflow' : counted(count, 'workflow');
}
