import { PencilRuler } from 'lucide-react';
import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import type { Job, Notification } from '#lib/notifications/schema.ts';
import { workflowAddress } from '#lib/workflows/address.ts';

/**
 * Opens the step in the editor, whose preview has the recipient and the payload of the run. Empty if the workflow was
 * deleted or the payload is withheld.
 */
export function PreviewLink({ run, job }: { run: Notification; job: Job }) {
  const { base } = useEnvironment();
  const workflowId = run.template?.deletedAt ? undefined : run.template?.triggers[0]?.identifier;
  if (!workflowId || !run._id || run.withheld) return null;
  return (
    <Link
      href={workflowAddress(base, workflowId, { step: job.step._templateId, run: run._id })}
      className="touch-area inline-flex items-center gap-1.5 rounded-sm text-xs font-medium text-accent-text hover:underline"
    >
      <PencilRuler aria-hidden className="size-3.5" />
      Preview in the editor
    </Link>
  );
}
