import { Command } from 'cmdk';
import { CornerDownLeft } from 'lucide-react';
import { cn } from '#components/ui/cn.ts';
import { CommandKey } from '#components/ui/command-key.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { menuItemClass } from '#components/ui/menu-classes.ts';
import { toneText } from '#components/ui/tone.ts';
import { cutParts, Matched, MatchedParts, matchedParts } from './matched.tsx';
import type { PaletteDetails, PaletteEntry } from './palette-entry.ts';

interface Props {
  entry: PaletteEntry;
  /** The search text. */
  needle: string;
  /** Whether the entry explains the selected entry, so that ⌘ Enter opens it. */
  isExplanation?: boolean;
  onSelect: () => void;
}

export function PaletteItem({ entry, needle, isExplanation = false, onSelect }: Props) {
  const { value, icon: Icon, tone, label, isPart, details, reason } = entry;
  return (
    <Command.Item
      value={value}
      onSelect={() => reason === undefined && onSelect()}
      aria-description={reason}
      className={cn(
        menuItemClass,
        'group max-sm:py-1.5 before:absolute before:inset-y-1 before:left-0 before:w-[3px] before:rounded-full data-[selected=true]:before:bg-accent',
        isPart && 'pl-8',
        reason && 'text-faint',
      )}
    >
      <Icon aria-hidden className={tone ? toneText[tone] : 'text-muted'} />
      {details ? (
        <TwoLines label={label} details={details} needle={needle} />
      ) : (
        <EntryText entry={entry} needle={needle} isExplanation={isExplanation} />
      )}
      <CornerDownLeft
        aria-hidden
        className="invisible size-3.5! text-accent-text group-data-[selected=true]:visible max-sm:hidden"
      />
    </Command.Item>
  );
}

/**
 * A name and an ID, with the text and the note below. On a phone the note is next to the name, so that an address has a
 * separate line, and an ID appears only if it matches.
 */
function TwoLines({ label, details, needle }: { label: string; details: PaletteDetails; needle: string }) {
  const { id, text, note } = details;
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 py-0.5">
      <span className="flex min-w-0 items-baseline gap-2 max-sm:flex-1 sm:basis-full">
        <span className="min-w-0 truncate text-fg">
          <Matched text={label} needle={needle} />
        </span>
        {id && <Id id={id} needle={needle} />}
      </span>
      <span className="min-w-0 truncate text-xs text-muted max-sm:order-last max-sm:basis-full sm:flex-1">
        <Matched text={text} needle={needle} />
      </span>
      <span className="shrink-0 text-xs text-muted">{note}</span>
    </span>
  );
}

/** The number of last characters that a shortened ID keeps. */
const TAIL = 6;

function Id({ id, needle }: { id: string; needle: string }) {
  const parts = matchedParts(id, needle);
  const isMatch = parts.some((part) => part.isMatch);
  const [head, tail] = cutParts(parts, Math.max(0, id.length - TAIL));
  return (
    <span className={cn('flex max-w-[45%] shrink-0 font-mono text-xs text-faint', !isMatch && 'max-sm:hidden')}>
      {head.length > 0 && (
        // Omitted if empty: an empty element would set the baseline of the whole ID at its bottom.
        <span className="min-w-0 truncate">
          <MatchedParts parts={head} />
        </span>
      )}
      <span className="shrink-0">
        <MatchedParts parts={tail} />
      </span>
    </span>
  );
}

function EntryText({ entry, needle, isExplanation }: Omit<Props, 'onSelect'>) {
  const { label, hint, mono, isPart, reason } = entry;
  return (
    <span
      className={cn(
        'flex min-w-0 flex-1 sm:flex-row sm:items-center sm:gap-3',
        isPart ? 'items-center justify-between gap-2' : 'flex-col',
      )}
    >
      <span
        className={cn(
          'truncate',
          !isPart && 'sm:max-w-[calc(100%-72px)] sm:shrink-0',
          !reason && (isPart ? 'text-muted' : 'text-fg'),
        )}
      >
        {isPart ? label : <Matched text={label} needle={needle} />}
      </span>
      <span
        className={cn(
          'min-w-0 truncate text-xs text-muted empty:hidden sm:flex-1 sm:text-right',
          mono && !reason && 'font-mono',
        )}
      >
        {reason ?? (typeof hint === 'string' ? <Matched text={hint} needle={needle} /> : hint)}
        {isExplanation && (
          <span aria-hidden className="inline-flex gap-0.5 max-sm:hidden">
            <CommandKey />
            <Kbd>Enter</Kbd>
          </span>
        )}
      </span>
    </span>
  );
}
