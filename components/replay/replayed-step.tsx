'use client';

import type { ReactNode } from 'react';
import { stepTypes } from '#components/status/step-types.tsx';
import { TextDiff } from '#components/workflows/versions/text-diff-view.tsx';
import { parseReason } from '#lib/reasons/registry.ts';
import { ended, reasonLine } from '#lib/reasons/step-summary.ts';
import type { ReplayedSide, ReplayedStep } from '#lib/replay/schema.ts';
import { momentText } from '#lib/time/time.ts';

/** A step that would differ: its results without and with the changes, the record, and the texts. */
export function ReplayedStepView({ step }: { step: ReplayedStep }) {
  const { icon: Icon, label } = stepTypes[step.type];
  const { saved, draft, recorded } = step;
  const hasTexts = saved?.text !== draft?.text;
  return (
    <section aria-label={step.name} className="min-w-0">
      <h4 className="flex items-center gap-2 font-medium">
        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
        {step.name || label}
      </h4>
      <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        {saved && draft && textOf(saved) === textOf(draft) ? (
          <Line name="Both">{textOf(saved)}</Line>
        ) : (
          <>
            <Line name="Saved">{saved ? textOf(saved) : 'The step does not exist.'}</Line>
            <Line name="Changed">{draft ? textOf(draft) : 'The step does not exist.'}</Line>
          </>
        )}
        {recorded && !ACCEPTED.includes(recorded.reason.code) && <Line name="Recorded">{textOf(recorded)}</Line>}
      </dl>
      {hasTexts && (
        <div className="mt-2">
          <TextDiff before={saved?.text} after={draft?.text} label={`Text of ${step.name || label}`} />
        </div>
      )}
    </section>
  );
}

/** The recorded reasons that a replay shows as a message that would be sent. */
const ACCEPTED = ['sent', 'sandboxed', 'stored'];

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-xs leading-5 text-faint">{name}</dt>
      <dd className="min-w-0 text-pretty break-words">{children}</dd>
    </div>
  );
}

/** Returns the reason in the reader's time zone. */
function textOf({ reason: stored, summary }: Omit<ReplayedSide, 'text'>): string {
  const reason = parseReason(stored);
  return reason ? ended(reasonLine(reason, { time: momentText })) : summary;
}
