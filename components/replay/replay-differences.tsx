'use client';

import { Ban, type LucideIcon, Pencil, SquareArrowOutUpRight } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { states } from '#components/status/states.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { FoldButton } from '#components/ui/fold-button.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { Tone } from '#components/ui/tone.ts';
import type { ReplayChange } from '#lib/replay/changes.ts';
import type { ReplayDifference, ReplayResult } from '#lib/replay/schema.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { type DifferenceGroup, differenceGroups } from './difference-groups.ts';
import { ReplayedStepView } from './replayed-step.tsx';

interface ChangeStyle {
  label: string;
  icon: LucideIcon;
  tone: Tone;
}

const CHANGES: Record<ReplayChange, ChangeStyle> = {
  rejected: { label: 'Rejected', icon: Ban, tone: 'bad' },
  fails: states.failed,
  skipped: { ...states.skipped, tone: 'warn' },
  sent: states.sent,
  texts: { label: 'Changed text', icon: Pencil, tone: 'info' },
  other: { label: 'Other change', icon: Pencil, tone: 'idle' },
};

/** The runs that would differ, each with its changed steps. Many runs with the same change are folded. */
export function ReplayDifferences({ result: { differences, runs, same } }: { result: ReplayResult }) {
  const more = runs - same - differences.length;
  return (
    <section aria-label="Differences" className="flex min-w-0 flex-col gap-2">
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {differenceGroups(differences).map((group) => (
          <Group key={group.key} group={group} />
        ))}
      </ul>
      {more > 0 && <p className="text-xs text-faint">{more} more runs differ. The counts above include them.</p>}
    </section>
  );
}

function Group({ group: { shown, folded } }: { group: DifferenceGroup }) {
  const [isOpen, setOpen] = useState(false);
  const listed = isOpen ? [...shown, ...folded] : shown;
  return (
    <>
      {listed.map((difference, at) => (
        <Difference key={difference._id} difference={difference} isExample={at === 0 && folded.length > 0} />
      ))}
      {folded.length > 0 && (
        <li className="px-3 py-1.5">
          <Button size="sm" variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide the others' : `Show ${folded.length} more with the same change`}
          </Button>
        </li>
      )}
    </>
  );
}

interface DifferenceProps {
  difference: ReplayDifference;
  /** Whether the run is the example of the folded runs. The example is open at first. */
  isExample: boolean;
}

function Difference({ difference, isExample }: DifferenceProps) {
  const { base } = useEnvironment();
  const [isOpen, setOpen] = useState(isExample);
  const { change, subscriber, createdAt, steps, rejected } = difference;
  const { label, icon: Icon, tone } = CHANGES[change];
  return (
    <li className="min-w-0">
      <FoldButton
        open={isOpen}
        onFold={setOpen}
        className="focus-inset flex min-h-11 w-full items-center gap-2 px-3 py-1.5 text-left hover:bg-hover"
      >
        <Badge tone={tone}>
          <Icon aria-hidden />
          {label}
        </Badge>
        <span className="min-w-0 flex-1 truncate">
          {subscriber ? nameOf(subscriber) : 'Deleted subscriber'}
          <span className="text-faint"> {steps.map(({ name }) => name).join(', ')}</span>
        </span>
        <span className="shrink-0 text-xs text-faint">
          <RelativeTime value={createdAt} />
        </span>
      </FoldButton>
      {isOpen && (
        <div className="flex min-w-0 flex-col gap-4 border-t border-line bg-bg px-3 py-3">
          {rejected && <p className="text-pretty text-bad">{rejected.summary}</p>}
          {steps.map((step) => (
            <ReplayedStepView key={step.stepId} step={step} />
          ))}
          <Link
            href={`${base}/activity?run=${difference._id}`}
            className={buttonClass({ size: 'sm', className: 'self-start' })}
          >
            <SquareArrowOutUpRight aria-hidden />
            Open the run
          </Link>
        </div>
      )}
    </li>
  );
}
