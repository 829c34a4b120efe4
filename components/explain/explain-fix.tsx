'use client';

import dynamic from 'next/dynamic';
import { CancelRun } from '#components/activity/cancel-run.tsx';
import { ResendStep } from '#components/activity/resend-step.tsx';
import { RetryStep } from '#components/activity/retry-step.tsx';
import type { Explanation } from '#lib/explain/schema.ts';
import { displayName, mayHaveSeveral } from '#lib/explain/summary.ts';
import { isMistake } from '#lib/notifications/copies/equal-text.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { addressField } from '#lib/reasons/links.ts';
import { channelOf } from '#lib/steps/labels.ts';
import { AskAboutMessage } from './ask-about-message.tsx';
import type { Correction } from './correction.ts';
import { DryRun } from './dry-run.tsx';
import { Remedy } from './remedy.tsx';

// Loaded on demand, because few messages have copies.
const EqualFix = dynamic(() => import('./equal-fix.tsx').then((module) => module.EqualFix), { ssr: false });

/** The fix, with the link to its page and the button that acts immediately. */
export function ExplainFix({ answer, isTwice }: { answer: Explanation; isTwice: boolean }) {
  const several = isTwice && mayHaveSeveral(answer.decisive) && <Several answer={answer} />;
  const { equal, decisive } = answer;
  // Copies by mistake are what the question is about, so other advice about a sent message would distract.
  const isAboutCopies = equal !== undefined && isMistake(equal) && decisive.outcome === 'sent';
  return (
    <>
      {several}
      {answer.fix && !isAboutCopies ? (
        <Fix answer={answer} fix={answer.fix} />
      ) : (
        <>
          {answer.equal && <EqualFix answer={answer} />}
          {!several && <Lost answer={answer} />}
        </>
      )}
    </>
  );
}

/** Advice about a message that may have arrived several times. */
function Several({ answer: { decisive } }: { answer: Explanation }) {
  const { run, messageId, reason } = decisive;
  const isSent = reason.code === 'sent' || reason.code === 'delivered';
  if (!run || run.environment !== undefined) return null;
  return (
    <section aria-label="Before you send it again" className="rounded-lg border border-line bg-surface px-4 py-3">
      <h3 className="mb-1.5 text-xs font-medium text-faint">Before you send it again</h3>
      <p className="text-pretty">
        Belfry tried again because it received no response, but the provider may have sent the message each time. The
        provider’s log shows how often it sent the message. Each further attempt may send the recipient another copy.
      </p>
      {isSent && messageId && (
        <div className="mt-2.5 flex flex-wrap items-center gap-2 empty:hidden">
          <AskAboutMessage key={messageId} messageId={messageId} isOpen={reason.code === 'sent'} />
        </div>
      )}
    </section>
  );
}

function Fix({ answer, fix }: { answer: Explanation; fix: NonNullable<Explanation['fix']> }) {
  const { moreFixes, decisive, subscriber } = answer;
  const { run, step, earlier } = decisive;
  const failedStep = earlier ?? step;
  const isWaiting = decisive.outcome === 'waiting' || decisive.reason.code === 'rest_waiting';
  const job = failedStep && { _id: failedStep._id, type: failedStep.type, step: { name: failedStep.name } };
  const retry = fix.action === 'retry' && run && job ? { runId: run._id, job } : undefined;
  const correction: Correction = {
    retry: decisive.noRetry === undefined ? retry : undefined,
    changedTo: changedTo(answer),
    isSensitive: decisive.withheld,
    opensRun: true,
  };
  return (
    <section aria-label="What to do" className="rounded-lg border border-line bg-surface px-4 py-3">
      <h3 className="mb-1.5 text-xs font-medium text-faint">What to do</h3>
      <Remedy fix={fix} more={moreFixes} primary={decisive.outcome !== 'sent'} correction={correction}>
        {retry && (
          <RetryStep
            {...retry}
            waits={isWaiting}
            whyNot={decisive.noRetry}
            primary={(fix.link === undefined || correction.changedTo !== undefined) && !isWaiting}
          />
        )}
        {(fix.action === 'cancel' || isWaiting) && run && !decisive.noRetry && <CancelRun run={run} />}
        {fix.action === undefined && (
          <DryRun
            workflowId={run?.workflow.workflowId}
            subscriberId={subscriber?.subscriberId}
            {...(run && subscriber && { about: `${run.workflow.name} for ${displayName(subscriber)}` })}
          />
        )}
      </Remedy>
    </section>
  );
}

/** Advice about a message that was sent but that the subscriber cannot find. */
function Lost({ answer: { decisive } }: { answer: Explanation }) {
  const { run, step, reason, messageId, more = [] } = decisive;
  const channel = step && channelOf(step.type);
  const isSent = reason.code === 'sent' || reason.code === 'delivered';
  if (!isSent || !run || run.environment !== undefined || !channel) return null;
  return (
    <section aria-label="If it did not arrive" className="rounded-lg border border-line bg-surface px-4 py-3">
      <h3 className="mb-1.5 text-xs font-medium text-faint">If it did not arrive</h3>
      <p className="text-pretty">{LOOK_FOR[channel]}</p>
      {more.length === 0 && (
        <div className="mt-2.5 flex flex-wrap items-center gap-2">
          <ResendStep runId={run._id} job={{ ...step, status: 'completed', reason }} whyNot={decisive.noRetry} />
          {messageId && <AskAboutMessage key={messageId} messageId={messageId} isOpen={reason.code === 'sent'} />}
        </div>
      )}
    </section>
  );
}

const IN_LOG = 'The provider’s log has the message under the provider’s ID below.';

const LOOK_FOR: Readonly<Record<Channel, string>> = {
  email: `Check the spam folder and the filters of the mailbox. ${IN_LOG}`,
  sms: `The phone may be off or without a network, and some networks block unknown senders. ${IN_LOG}`,
  push: `The app must be allowed to show notifications, and the device must be online. ${IN_LOG}`,
  chat: `Check the channel of the connection, and whether the app was removed there. ${IN_LOG}`,
  in_app: 'The message is in the inbox of your app, possibly archived or in another context.',
};

/** Returns the subscriber's current address if the step used another address. */
function changedTo({ evidence, decisive: { step, earlier }, subscriber }: Explanation): string | undefined {
  const has = (name: string) => evidence.some(({ field }) => field === name);
  const field = addressField((earlier ?? step)?.type);
  return field && has('addressUsed') && has('addressNow') ? subscriber?.[field] : undefined;
}
