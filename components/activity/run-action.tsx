import { RotateCw, Send } from 'lucide-react';
import { useWhyNot } from '#components/layout/session.tsx';
import type { RunSummary } from '#lib/notifications/list/run-summary.ts';
import { layerOf, parseReason } from '#lib/reasons/registry.ts';
import { isDelivery } from '#lib/steps/labels.ts';
import { StepButton } from './step-button.tsx';

/** The actions on a run, by the outcome of one of its messages. */
const ACTIONS = {
  failed: { action: 'retry', label: 'Retry', icon: RotateCw },
  sent: { action: 'repeat', label: 'Send again', icon: Send },
} as const;

/** Retries the failed message of a run's row, or sends its message again, without opening the run. */
export function RunAction({ run }: { run: RunSummary }) {
  const outcome = actionOf(run);
  const denied = useWhyNot(outcome === 'sent' ? 'messages:resend' : 'messages:retry');
  if (!outcome) return null;
  return <StepButton runId={run._id} step={{ outcome }} {...ACTIONS[outcome]} denied={denied} iconOnly />;
}

/** Returns the outcome of the messages that the action is about. Undefined while the run continues, or without a message. */
export function actionOf({
  status,
  steps,
  decidedBy,
}: Pick<RunSummary, 'status' | 'steps' | 'decidedBy'>): keyof typeof ACTIONS | undefined {
  if (status !== 'failed' && status !== 'sent') return undefined;
  const reason = parseReason(decidedBy?.reason);
  // The step itself must be changed, but a retry runs the old version of the step.
  if (status === 'failed' && reason && layerOf(reason) === 'step') return undefined;
  const messages = steps.filter(({ type }) => isDelivery(type));
  return messages.some((step) => step.status === status) ? status : undefined;
}
