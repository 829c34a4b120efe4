import { Bell, Check } from 'lucide-react';
import { useState } from 'react';
import { InboxText } from '#components/inbox/inbox-text.tsx';
import { severities } from '#components/status/severity-mark.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { cn } from '#components/ui/cn.ts';
import { FoldButton } from '#components/ui/fold-button.tsx';
import type { Message } from '#lib/messages/schema.ts';
import { textOf } from '#lib/messages/title.ts';
import { PreviewStage } from './preview-stage.tsx';

const TONES = { high: 'bad', medium: 'warn', low: 'idle' } as const;

/** The message as the inbox shows it. The avatar is not loaded, because the image could track the reader. */
export function InAppPreview({ message }: { message: Message }) {
  const { subject, cta, read, inbox } = message;
  const buttons = cta.action?.buttons ?? [];
  const severity = inbox && inbox.severity !== 'none' ? inbox.severity : undefined;
  const isDone = (type: string) =>
    inbox ? inbox.completed.some((each) => each.type === type) : cta.action?.result?.type === type;
  return (
    <PreviewStage>
      <div className="flex w-full max-w-md items-start gap-3 rounded-xl bg-surface px-4 py-3.5 shadow-float">
        <span aria-hidden className="relative grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft">
          <Bell className="size-5 text-fg" />
          {!read && <span className="absolute top-0 right-0 size-2 rounded-full bg-accent" />}
        </span>
        <div className="min-w-0 flex-1">
          {subject && (
            <p className="text-base font-semibold break-words">
              <InboxText text={subject} />
            </p>
          )}
          <Body text={textOf(message.content)} className={cn(subject && 'text-muted')} />
          {buttons.length > 0 && (
            <div className="mt-2.5 flex flex-wrap gap-2">
              {buttons.map(({ type, content }) => (
                <Button key={type} label={content} isPrimary={type === 'primary'} isDone={isDone(type)} />
              ))}
            </div>
          )}
          {severity && (
            <p className="mt-2 flex">
              <Badge tone={TONES[severity]}>
                <span className="sr-only">Severity: </span>
                {severities[severity].label}
              </Badge>
            </p>
          )}
        </div>
      </div>
      {inbox?.avatar && <p className="max-w-md text-xs wrap-anywhere text-faint">Avatar: {inbox.avatar}</p>}
    </PreviewStage>
  );
}

/** Characters and lines from which on only the beginning of a text is shown at first. */
const LONG = { characters: 700, lines: 12 };

/** The text. A long one is folded, so that the facts below stay near. */
function Body({ text, className }: { text: string; className: string }) {
  const [isWhole, showWhole] = useState(false);
  const isLong = text.length > LONG.characters || text.split('\n').length > LONG.lines;
  return (
    <>
      <p className={cn('break-words whitespace-pre-wrap', isLong && !isWhole && 'line-clamp-8', className)}>
        <InboxText text={text} />
      </p>
      {isLong && (
        <FoldButton
          open={isWhole}
          onFold={showWhole}
          className="touch-area mt-1 flex items-center gap-1 rounded-sm py-0.5 text-xs font-medium text-accent-text hover:underline"
        >
          {isWhole ? 'Show less' : 'Show the whole text'}
        </FoldButton>
      )}
    </>
  );
}

/** A button of the message. A completed button has a tick, as in the inbox. */
function Button({ label, isPrimary, isDone }: { label: string; isPrimary: boolean; isDone: boolean }) {
  const look = isDone
    ? 'border border-line text-muted'
    : isPrimary
      ? 'bg-accent text-accent-fg'
      : 'border border-line-strong';
  return (
    <span className={cn('inline-flex items-center gap-1 rounded-md px-2.5 py-1 text-xs font-medium', look)}>
      {isDone && <Check aria-hidden className="size-3.5" />}
      {label}
      {isDone && <span className="sr-only"> (completed)</span>}
    </span>
  );
}
