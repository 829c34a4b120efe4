'use client';

import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cn } from '#components/ui/cn.ts';
import { RequiredMark } from '#components/ui/required-mark.tsx';
import { IssueText } from '#components/workflows/issue-text.tsx';
import { withoutSuggestion } from '#components/workflows/quick-fix.ts';
import { UseSuggestion } from '#components/workflows/use-suggestion.tsx';
import { VariableLink } from '#components/workflows/variable-link.tsx';
import { type ControlIssue, useQuickFix } from './form-context.ts';

export interface ShellControl {
  id: string;
  labelledBy: string;
  describedBy: string | undefined;
  invalid: boolean;
}

interface Props {
  path: string;
  label: string;
  help?: ReactNode;
  required?: boolean;
  issues: readonly ControlIssue[];
  /** The content to the right of the label: a switch of modes, or a link. */
  aside?: ReactNode;
  /** Whether the control is not a native control, so that the label only names the control. */
  group?: boolean;
  /** Whether label and control are in one row. */
  inline?: boolean;
  className?: string;
  children: (control: ShellControl) => ReactNode;
}

/** A control with its label, help and issues, connected for assistive technology. Links to its path scroll here. */
export function ControlShell({
  path,
  label,
  help,
  required,
  issues,
  aside,
  group,
  inline,
  className,
  children,
}: Props) {
  const id = useId();
  const describedBy = [help && `${id}-help`, issues.length > 0 && `${id}-issues`].filter(Boolean).join(' ');
  const control = { id, labelledBy: `${id}-label`, describedBy: describedBy || undefined, invalid: issues.length > 0 };
  const Label = group ? 'span' : 'label';
  return (
    <div
      data-control={path}
      tabIndex={-1}
      className={cn(
        'flex min-w-0 scroll-mt-16 flex-col gap-1.5 outline-none has-[[data-completing]]:[&>[aria-live]]:hidden',
        className,
      )}
    >
      <div className={cn('flex min-h-5 items-center gap-3', inline && 'justify-between')}>
        <Label id={control.labelledBy} {...(!group && { htmlFor: id })} className="text-xs font-medium text-fg">
          {label}
          {required && <RequiredMark />}
        </Label>
        {inline && children(control)}
        {aside && <div className="ml-auto">{aside}</div>}
      </div>
      {!inline && children(control)}
      {help && (
        <div id={`${id}-help`} className="text-xs text-pretty text-faint">
          {help}
        </div>
      )}
      <Issues id={`${id}-issues`} issues={issues} />
    </div>
  );
}

interface IssuesProps {
  id?: string;
  issues: readonly ControlIssue[];
}

/** The messages of issues, each with a button for its suggestion. They are announced when they appear. */
export function Issues({ id, issues }: IssuesProps) {
  return (
    <div id={id} aria-live="polite" className={issues.length > 0 ? 'flex flex-col gap-1' : 'hidden'}>
      {issues.map((issue) => (
        <Issue
          key={`${issue.issueType} ${issue.message} ${issue.position?.line}:${issue.position?.column}`}
          issue={issue}
        />
      ))}
    </div>
  );
}

function Issue({ issue }: { issue: ControlIssue }) {
  const fix = useQuickFix()(issue);
  return (
    <div className="flex items-baseline gap-1.5 text-xs text-pretty text-bad">
      <CircleAlert aria-hidden className="size-3.5 shrink-0 translate-y-0.5" />
      <span className="flex min-w-0 flex-wrap items-center gap-x-1.5">
        <span className="min-w-0 break-words">
          <IssueText text={fix ? withoutSuggestion(issue) : issue.message} />
          {issue.position && issue.position.line > 1 && (
            <span className="text-faint"> Line {issue.position.line}.</span>
          )}{' '}
          <VariableLink issue={issue} className="rounded-sm font-medium underline underline-offset-2" />
        </span>
        {fix && <UseSuggestion name={fix.name} onUse={fix.apply} />}
      </span>
    </div>
  );
}
