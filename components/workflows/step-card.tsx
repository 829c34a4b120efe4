'use client';

import { ArrowDown, ArrowUp, Copy, Ellipsis, Trash2, TriangleAlert } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { stepTypes } from '#components/status/step-types.tsx';
import { cn } from '#components/ui/cn.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#components/ui/dropdown-menu.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { stepSummary } from '#lib/steps/describe.ts';
import { type EditorStep, issueCount } from './editor/editor-steps.ts';

export type StepAction = 'up' | 'down' | 'duplicate' | 'delete';

interface Props {
  step: EditorStep;
  open: boolean;
  last: boolean;
  /** "58 runs failed since 10 Nov" */
  failed: string | undefined;
  readOnly: string | undefined;
  onOpen: () => void;
  onAction: (what: StepAction) => void;
}

/** A step in the list. Enter opens it, Alt with an arrow moves it, Delete deletes it. */
export function StepCard({ step, open, last, failed, readOnly, onOpen, onAction }: Props) {
  const { label, icon: Icon } = stepTypes[step.type];
  const count = issueCount(step);
  const grave = Object.keys(step.contentIssues).length > 0;
  const keys = (event: KeyboardEvent) => {
    const what = event.altKey ? altKeys[event.key] : plainKeys[event.key];
    if (!what || readOnly !== undefined) return;
    event.preventDefault();
    onAction(what);
  };
  return (
    <div
      data-step={step.stepId}
      className={cn(
        'group relative flex items-stretch rounded-lg border bg-surface transition-colors',
        open ? 'border-accent ring-1 ring-accent' : grave ? 'border-bad' : count > 0 ? 'border-warn' : 'border-line',
      )}
    >
      <h3 className="min-w-0 flex-1">
        <button
          type="button"
          aria-current={open || undefined}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
          onClick={onOpen}
          onKeyDown={keys}
          className="focus-inset flex w-full items-center gap-3 rounded-lg py-2.5 pr-1 pl-3.5 text-left transition-colors hover:bg-hover"
        >
          <Icon aria-hidden className="size-5 shrink-0 text-muted" strokeWidth={1.75} />
          <span className="min-w-0 flex-1">
            <span className="flex items-baseline gap-2">
              <span className="truncate font-semibold">{step.name}</span>
              <span className="shrink-0 text-xs text-faint">
                {step.place}. {label}
              </span>
            </span>
            {/* The failures arrive later than the steps, so they have no line of their own. */}
            <span className="flex min-w-0 items-baseline gap-2 font-normal">
              <span className="min-w-0 flex-1 truncate text-muted">
                {stepSummary(step.type, step.controls) || 'Nothing is set'}
              </span>
              {failed && <span className="max-w-[70%] shrink-0 truncate text-xs text-bad">{failed}</span>}
            </span>
          </span>
          <IssueMark count={count} grave={grave} />
        </button>
      </h3>
      <StepMenu step={step} last={last} readOnly={readOnly} onAction={onAction} />
    </div>
  );
}

const altKeys: Partial<Record<string, StepAction>> = { ArrowUp: 'up', ArrowDown: 'down' };
const plainKeys: Partial<Record<string, StepAction>> = { Delete: 'delete', Backspace: 'delete' };

function IssueMark({ count, grave }: { count: number; grave: boolean }) {
  if (count === 0) return null;
  return (
    <span className={cn('inline-flex shrink-0 items-center gap-1.5 font-medium', grave ? 'text-bad' : 'text-warn')}>
      <TriangleAlert aria-hidden className="size-4" />
      {count}
      <span className="sr-only"> {count === 1 ? 'issue' : 'issues'}</span>
    </span>
  );
}

type MenuProps = Pick<Props, 'step' | 'last' | 'readOnly' | 'onAction'>;

export function StepMenu({ step, last, readOnly, onAction }: MenuProps) {
  if (readOnly !== undefined) return null;
  const item = (what: StepAction, icon: ReactNode, label: string, keys?: string, disabled = false) => (
    <DropdownMenuItem disabled={disabled} onSelect={() => onAction(what)}>
      {icon}
      <span className="flex-1">{label}</span>
      {keys && <Kbd>{keys}</Kbd>}
    </DropdownMenuItem>
  );
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={`More for “${step.name}”`}
        className="focus-inset grid w-9 shrink-0 place-items-center rounded-r-lg text-faint transition-colors hover:bg-hover hover:text-fg pointer-coarse:w-11"
      >
        <Ellipsis aria-hidden className="size-4" />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" onCloseAutoFocus={undefined}>
        {item('up', <ArrowUp aria-hidden />, 'Move up', 'Alt ↑', step.place === 1)}
        {item('down', <ArrowDown aria-hidden />, 'Move down', 'Alt ↓', last)}
        {item('duplicate', <Copy aria-hidden />, 'Duplicate')}
        <DropdownMenuSeparator />
        {item('delete', <Trash2 aria-hidden />, 'Delete', 'Del')}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
