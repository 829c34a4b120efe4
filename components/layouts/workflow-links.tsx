import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { cn } from '#components/ui/cn.ts';
import type { LayoutUsage } from '#lib/layouts/schema.ts';
import { workflowAddress } from '#lib/workflows/address.ts';

/** The workflows that use a layout, each as a link. */
export function WorkflowLinks({ workflows, className }: { workflows: LayoutUsage['workflows']; className?: string }) {
  const { base } = useEnvironment();
  return (
    <ul className={cn('overflow-y-auto', className)}>
      {workflows.map(({ workflowId, name, named }) => (
        <li key={workflowId} className="flex min-w-0 items-baseline gap-2 py-1">
          <Link
            href={workflowAddress(base, workflowId)}
            className="min-w-0 truncate rounded-sm text-accent-text underline-offset-2 hover:underline"
          >
            {name}
          </Link>
          <span className="shrink-0 text-xs text-faint">{named ? 'chosen in a step' : 'as the default'}</span>
        </li>
      ))}
    </ul>
  );
}
