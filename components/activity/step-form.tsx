import { useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ReasonForm } from '#components/form/reason-form.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { notify } from '#components/ui/notify.ts';
import { ApiFailure } from '#lib/api/client.ts';
import { notificationMutations } from '#lib/notifications/client.ts';
import type { Job } from '#lib/notifications/schema.ts';
import type { StepAction } from './step-action.ts';
import { usualReasons } from './usual-reasons.ts';

interface Props {
  runId: string;
  job: Job;
  action: StepAction;
  /** The label of the button. */
  submit: string;
  /** Whether the provider of the step is unavailable. */
  isOutage: boolean;
  onDone: () => void;
  onCancel: () => void;
}

/** The form that requires a reason and acts on a step. */
export function StepForm({ runId, job, action, submit, isOutage, onDone, onCancel }: Props) {
  // The step may be retried by someone else while the form is open.
  const [seen] = useState({ jobId: job._id, updatedAt: job.updatedAt });
  const [underWay, setUnderWay] = useState<string>();
  const act = useStepAction(runId, action);
  const onSubmit = async (reason: string) => {
    try {
      await act(seen, reason);
    } catch (error) {
      const other = error instanceof ApiFailure ? error.body.notificationId : undefined;
      if (typeof other !== 'string') throw error;
      setUnderWay(other);
      return;
    }
    onDone();
  };
  if (underWay !== undefined) return <UnderWay runId={underWay} />;
  return (
    <ReasonForm
      submit={submit}
      help="Shown on the run and in the audit log"
      {...usualReasons(action, isOutage)}
      onSubmit={onSubmit}
      onCancel={onCancel}
    />
  );
}

function useStepAction(runId: string, action: StepAction) {
  const { id, base } = useEnvironment();
  const router = useRouter();
  const resend = useMutation(notificationMutations.resendStep(id, runId));
  const retry = useMutation(notificationMutations.retryStep(id, runId));
  return async (step: { jobId: string; updatedAt: string | undefined }, reason: string) => {
    if (action !== 'repeat') {
      await retry.mutateAsync({ ...step, reason });
      return notify.done('Step queued again');
    }
    const { notificationId } = await resend.mutateAsync({ jobId: step.jobId, reason });
    notify.done('New run started');
    router.push(`${base}/activity?run=${notificationId}`);
  };
}

/** The error if another run is already sending the message again. */
export function UnderWay({ runId }: { runId: string }) {
  const { base } = useEnvironment();
  return (
    <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-pretty text-bad">
      The step is being sent again right now.{' '}
      <Link href={`${base}/activity?run=${runId}`} className="touch-area rounded-sm font-medium underline">
        Open the new run
      </Link>{' '}
      to see its result.
    </p>
  );
}
