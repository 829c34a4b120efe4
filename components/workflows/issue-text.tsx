import type { ReactNode } from 'react';
import { cn } from '#components/ui/cn.ts';
import { Prose } from '#components/ui/prose.tsx';
import { issueParts, withQuotes } from './issue-parts.ts';

interface Props {
  /** What it is about. */
  about?: string;
  message: string;
  /** The link to the fix, instead of the sentence about the fix. */
  action?: ReactNode;
}

/** An issue in a list: what is wrong, and what to do. */
export function IssueLine({ about, message, action }: Props) {
  const { problem, remedy } = issueParts(message);
  return (
    <span className="min-w-0 flex-1 text-pretty break-words">
      {about && (
        <>
          <span className="font-medium">{about}</span>
          <span className="text-faint"> · </span>
        </>
      )}
      <Marked text={problem} codeClass="bg-bad-soft px-1" />{' '}
      {action ?? (
        <span className="text-muted">
          <Marked text={remedy ?? ''} codeClass="text-fg" />
        </span>
      )}
    </span>
  );
}

/** The message of an issue in one piece, as it stands below a control. */
export function IssueText({ text }: { text: string }) {
  return <Marked text={withQuotes(text)} codeClass="bg-bad-soft px-1" />;
}

/** What is between backticks, and what a template would put in, is code. */
function Marked({ text, codeClass }: { text: string; codeClass: string }) {
  return text.split(/`([^`]*)`|(\{\{[^{]*?\}\})/).map((part, at) => {
    if (!part) return null;
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts never reorder
    if (at % 3 === 0) return <Prose key={at}>{part}</Prose>;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never reorder
      <code key={at} className={cn('rounded-sm font-mono', at % 3 === 2 && 'whitespace-nowrap', codeClass)}>
        {part}
      </code>
    );
  });
}
