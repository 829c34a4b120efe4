import { Fragment } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { cn } from '#components/ui/cn.ts';
import { Prose } from '#components/ui/prose.tsx';
import { toneText } from '#components/ui/tone.ts';
import { SANDBOX_NOTE } from '#lib/reasons/sandbox-note.ts';
import { states } from './states.ts';

const { icon: Flask, tone } = states.sandboxed;

interface BadgeProps {
  /** What is in sandbox mode and the consequence, for the tooltip and for assistive technology. */
  why: string;
  className?: string | undefined;
}

/** Marks an integration or environment in sandbox mode. */
export function SandboxBadge({ why, className }: BadgeProps) {
  return (
    <Badge tone={tone} className={className} data-tip={why}>
      <Flask aria-hidden />
      Sandbox<span className="sr-only">: {why}</span>
    </Badge>
  );
}

interface Props {
  /** Omits the icon if the row's state already has it. */
  bare?: boolean;
  children: string;
}

/** A text of a row, with an icon after "(sandbox)", so that the message does not look sent. */
export function WithSandboxIcon({ bare = false, children }: Props) {
  const parts = children.split(SANDBOX_NOTE);
  return parts.map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
    if (index === parts.length - 1) return <Prose key={index}>{part}</Prose>;
    // Keeps "email sent" and the icon on one line, so that neither is alone on a line.
    const end = part.lastIndexOf(' ', part.lastIndexOf(' ') - 1) + 1;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
      <Fragment key={index}>
        <Prose>{part.slice(0, end)}</Prose>
        <span className="whitespace-nowrap">
          <Prose>{part.slice(end)}</Prose>
          {SANDBOX_NOTE}
          {!bare && (
            <span className={cn('ml-1', toneText[tone])} data-tip="Accepted by the sandbox; nothing was sent">
              <Flask aria-hidden className="inline size-3.5 align-[-2px]" />
            </span>
          )}
        </span>
      </Fragment>
    );
  });
}
