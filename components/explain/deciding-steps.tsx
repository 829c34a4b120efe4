import { ChevronRight } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { stepTypes } from '#components/status/step-types.tsx';
import { Prose } from '#components/ui/prose.tsx';
import type { ExplainedRun, ExplainedStep, Explanation } from '#lib/explain/schema.ts';
import { aboutExplained } from '#lib/explain/summary.ts';
import type { About } from '#lib/reasons/definition.ts';
import { parseReason } from '#lib/reasons/registry.ts';
import type { WireReason } from '#lib/reasons/schema.ts';
import { reasonClause } from '#lib/reasons/step-summary.ts';
import { timesAt } from '#lib/time/day-time.ts';

/** The deciding steps, if there are several, each with its reason. A row links to the step's message, or else to the run. */
export function DecidingSteps({ answer: { subscriber, decisive } }: { answer: Explanation }) {
  const { step, reason, messageId, run, more = [] } = decisive;
  const about = aboutExplained(subscriber, run?.workflow.name, timesAt(Date.now()));
  const steps = [...(step ? [{ step, reason, messageId }] : []), ...more];
  return (
    <ul className="-mx-2">
      {steps.map((each) => (
        <li key={each.step._id}>
          <Row messageId={each.messageId} run={run}>
            <StepLine step={each.step} reason={each.reason} about={about} />
          </Row>
        </li>
      ))}
    </ul>
  );
}

const rowClass = 'flex min-h-8 items-start gap-2 rounded-md px-2 py-1.5 pointer-coarse:min-h-11';

interface RowProps {
  messageId: string | undefined;
  run: ExplainedRun | undefined;
  children: ReactNode;
}

function Row({ messageId, run, children }: RowProps) {
  const { base } = useEnvironment();
  if (messageId === undefined && !run) return <p className={rowClass}>{children}</p>;
  const place = run?.environment === undefined ? base : `/${run.environment}`;
  const href = messageId === undefined ? `${place}/activity?run=${run?._id}` : `${base}/messages/${messageId}`;
  return (
    <Link href={href} className={`${rowClass} group/row hover:bg-hover`}>
      {children}
      <ChevronRight aria-hidden className="my-0.5 ml-auto size-4 shrink-0 text-faint group-hover/row:text-fg" />
    </Link>
  );
}

/** A line such as "Code by text message: no phone number". */
function StepLine({ step, reason: stored, about }: { step: ExplainedStep; reason: WireReason; about: About }) {
  const { icon: Icon, label } = stepTypes[step.type];
  const reason = parseReason(stored);
  return (
    <>
      <Icon aria-hidden className="my-0.5 size-4 shrink-0 text-muted" />
      <span className="min-w-0 text-pretty wrap-anywhere">
        <span className="font-medium">{step.name || label}</span>
        {reason && (
          <span className="text-muted">
            : <Prose>{reasonClause(reason, about)}</Prose>
          </span>
        )}
      </span>
    </>
  );
}
