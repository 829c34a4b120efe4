import { cn } from '#components/ui/cn.ts';
import { type DiffLine, diffLines, nearChanges } from './text-diff.ts';

interface Props {
  /** The old text. Undefined if there was none. */
  before: string | undefined;
  after: string | undefined;
  /** The name of the text for assistive technology. */
  label: string;
}

const styles = {
  same: { sign: ' ', said: '', line: 'text-muted', mark: '' },
  removed: { sign: '−', said: 'Before: ', line: 'bg-bad-soft text-fg', mark: 'bg-bad/20 text-fg' },
  added: { sign: '+', said: 'After: ', line: 'bg-ok-soft text-fg', mark: 'bg-ok/20 text-fg' },
} as const;

/** Old and new text line by line, with the changed part of a line marked. Lines far from a change are left out. */
export function TextDiff({ before, after, label }: Props) {
  const lines = nearChanges(linesOf(before, after));
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable
      tabIndex={0}
      className="max-h-72 overflow-y-auto rounded-md border border-line bg-sunken py-1 font-mono text-xs"
    >
      {lines.map((line, index) =>
        line ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
          <Line key={index} line={line} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
          <p key={index} className="px-2 text-faint">
            <span aria-hidden>⋯</span>
            <span className="sr-only">Lines that did not change</span>
          </p>
        ),
      )}
    </section>
  );
}

function Line({ line: { kind, parts } }: { line: DiffLine }) {
  const style = styles[kind];
  const alone = parts.length === 1;
  return (
    <p className={cn('flex gap-2 px-2', style.line)}>
      <span aria-hidden className="w-2 shrink-0 text-center text-faint select-none">
        {style.sign}
      </span>
      <span className="min-w-0 break-words whitespace-pre-wrap">
        {style.said && <span className="sr-only">{style.said}</span>}
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
          <span key={index} className={cn('rounded-[2px]', part.changed && !alone && style.mark)}>
            {part.text}
          </span>
        ))}
        {parts.length === 0 && ' '}
      </span>
    </p>
  );
}

/** Returns the lines of the diff. A missing text has no lines, rather than one empty line. */
function linesOf(before: string | undefined, after: string | undefined): DiffLine[] {
  if (before !== undefined && after !== undefined) return diffLines(before, after);
  const kind = before === undefined ? 'added' : 'removed';
  return (after ?? before ?? '').split('\n').map((text) => ({ kind, parts: [{ text, changed: true }] }));
}
