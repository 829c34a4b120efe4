'use client';

import dynamic from 'next/dynamic';
import { useId, useState } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { CodeText } from '#components/ui/code-text.tsx';
import { FoldButton } from '#components/ui/fold-button.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import type { ResourceDiff } from '#lib/publishing/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { listText } from '#lib/text/list-text.ts';
import { type Candidate, isBlocked } from './candidates.ts';
import { arrivalText, type FindingKind, splitFindings } from './finding-kinds.ts';
import { Findings } from './findings.tsx';
import type { PublishEnds } from './publish-ends.ts';

/** These components are loaded separately, because they include the schemas of all step types. */
const WorkflowSummary = dynamic(() => import('./workflow-difference.tsx').then((module) => module.WorkflowSummary));
const WorkflowDifference = dynamic(() =>
  import('./workflow-difference.tsx').then((module) => module.WorkflowDifference),
);
const LayoutDifference = dynamic(() => import('./layout-difference.tsx').then((module) => module.LayoutDifference));

interface Props extends PublishEnds {
  candidate: Candidate;
  isSelected: boolean;
  /** The names of the selected workflows that need the layout. */
  neededBy: readonly string[] | undefined;
  /** Kinds of findings that several workflows have. They are listed once, above. */
  shared: readonly FindingKind[];
  onToggle: () => void;
}

/** A workflow or layout that differs: its selection, its findings, and on demand its differences. */
export function CandidateRow({ candidate, isSelected, neededBy, shared, onToggle, source, target }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { name, status, resource } = candidate;
  const blocked = isBlocked(candidate);
  const { own, elsewhere } = splitFindings(candidate, shared);
  const isNew = resource !== undefined && resource.activeThere === undefined;
  // If a workflow arrives paused, its text names these causes, so they need no separate line.
  const causes = isNew ? elsewhere.filter(({ effect }) => effect === 'pauses') : [];
  // The line above the list already shows everything about a layout that is published together with a workflow.
  const others = elsewhere.filter((kind) => !causes.includes(kind) && kind.effect !== 'informs');
  return (
    <li className="flex gap-3 px-3 py-2.5">
      <Checkbox
        checked={!blocked && (isSelected || neededBy !== undefined)}
        disabled={blocked || (neededBy !== undefined && !isSelected)}
        onCheckedChange={onToggle}
        aria-label={`Select ${name}`}
        aria-describedby={`${id}-about`}
        className="mt-1"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <FoldButton
          open={open}
          onFold={setOpen}
          aria-controls={`${id}-differences`}
          className="touch-area flex min-h-6 min-w-0 items-center gap-2 rounded-sm text-left"
        >
          <Truncate value={name} className="font-medium" />
          <Badge tone={status === 'new' ? 'ok' : 'info'}>{status === 'new' ? 'New' : 'Changed'}</Badge>
        </FoldButton>
        <div id={`${id}-about`} className="flex flex-col gap-1.5">
          <p className="text-pretty text-muted">
            {resource ? (
              <WorkflowText resource={resource} causes={causes} />
            ) : (
              layoutText(candidate, neededBy, target.name)
            )}
          </p>
          {own.length + others.length > 0 && <Findings own={own} elsewhere={others} target={target} />}
        </div>
        <div id={`${id}-differences`} className="empty:hidden">
          {open &&
            (resource ? (
              <WorkflowDifference resource={resource} />
            ) : (
              <LayoutDifference layout={candidate} source={source} target={target} />
            ))}
        </div>
      </div>
    </li>
  );
}

/** The changes, and whether the workflow is active afterwards. */
function WorkflowText({ resource, causes }: { resource: ResourceDiff; causes: readonly FindingKind[] }) {
  const { changes, status } = resource;
  const steps = changes.filter(({ stepType }) => stepType !== undefined).length;
  return (
    <>
      {status === 'new' ? counted(steps, 'step') : <WorkflowSummary resource={resource} />}.{' '}
      <CodeText>{arrivalText(resource, causes)}</CodeText>.
    </>
  );
}

function layoutText({ status }: Candidate, neededBy: readonly string[] | undefined, target: string): string {
  if (neededBy) return `Published together with ${listText(neededBy)}.`;
  return status === 'new' ? `${target} has no such layout.` : `Its content differs in ${target}.`;
}
