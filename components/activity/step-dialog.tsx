'use client';

import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { RealPeople } from '#components/layout/real-people.tsx';
import { useEnvironment, useSession } from '#components/layout/session.tsx';
import { failure } from '#components/table/read-error.ts';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { notificationQueries } from '#lib/notifications/client.ts';
import { whyNoStepResend, whyNoStepRetry } from '#lib/notifications/retry/retry-rules.ts';
import { stepLabels } from '#lib/steps/labels.ts';
import { type StepAction, type StepOfRun, stepsOf } from './step-action.ts';
import { StepChoice } from './step-choice.tsx';
import { StepFacts } from './step-facts.tsx';
import { StepForm } from './step-form.tsx';
import { OutageWarning, useStepOutage } from './step-outage.tsx';

interface Props {
  runId: string;
  step: StepOfRun;
  action: StepAction;
  open: boolean;
  /** The label of the button that opens the dialog: "Send again", "Retry". */
  label: string;
  onClose: () => void;
}

/**
 * Shows the messages that the recipient already received and the destination of the new message, and requires a reason.
 */
export function StepDialog({ runId, step, action, open, label, onClose }: Props) {
  const { id } = useEnvironment();
  const { environment } = useSession();
  const isDone = useRef(false);
  const { data: run, error, refetch } = useQuery({ ...notificationQueries.one(id, runId), enabled: open });
  const [chosen, choose] = useState<string>();
  const steps = run ? stepsOf(run, step) : [];
  const job = steps.find(({ _id }) => _id === chosen) ?? steps[0];
  const whyNot = run && job && (action === 'repeat' ? whyNoStepResend(run, job) : whyNoStepRetry(run, job));
  const outage = useStepOutage(job);
  const finish = () => {
    isDone.current = true;
    onClose();
  };
  return (
    <Dialog open={open} onOpenChange={onClose}>
      <DialogContent
        // If the action is not possible, the title is its label instead of a question.
        title={job && !whyNot ? title(action, label, job.step.name || stepLabels[job.type]) : label}
        className="max-w-lg"
        onCloseAutoFocus={(event) => {
          const heading = isDone.current && document.querySelector<HTMLElement>('[data-run-heading]');
          if (!heading) return;
          // The button that opened the dialog disappears with the new attempt.
          event.preventDefault();
          heading.focus({ preventScroll: true });
        }}
      >
        {whyNot ? (
          <p>{whyNot}.</p>
        ) : run && job ? (
          <>
            <RealPeople environment={environment} className="mb-4" />
            {steps.length > 1 && <StepChoice steps={steps} value={job._id} onChoose={choose} />}
            {outage && <OutageWarning outage={outage} action={action} />}
            <StepFacts run={run} job={job} action={action} />
            <StepForm
              key={job._id}
              runId={runId}
              job={job}
              action={action}
              submit={action === 'retry' ? 'Retry the step' : label}
              isOutage={outage !== undefined}
              onDone={finish}
              onCancel={onClose}
            />
          </>
        ) : run ? (
          <p>Belfry has no record of the step of this message.</p>
        ) : error ? (
          <ErrorState title="The run could not be loaded" {...failure(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-40 rounded-lg" />
        )}
      </DialogContent>
    </Dialog>
  );
}

function title(action: StepAction, label: string, step: string): string {
  if (action === 'repeat') return `${label}: “${step}”?`;
  return `Retry “${step}”${action === 'hurry' ? ' now' : ''}?`;
}
