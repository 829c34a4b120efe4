import type { ReactNode } from 'react';
import { cn } from '#components/ui/cn.ts';
import { Prose } from '#components/ui/prose.tsx';
import { issueParts, withQuotes } from './issue-parts.ts';

interface Props {
  /** The subject of the issue. */
  about?: string;
  message: string;
  /** A link to the fix, instead of the sentence about the fix. */
  action?: ReactNode;
}

/** An issue in a list: the problem and the remedy. */
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

/** The whole message of an issue, for use below a control. */
export function IssueText({ text }: { text: string }) {
  return <Marked text={withQuotes(text)} codeClass="bg-bad-soft px-1" />;
}

/** The text of an issue. Parts between backticks and template outputs are shown as code. */
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
