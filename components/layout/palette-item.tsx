import { Command } from 'cmdk';
import { CornerDownLeft } from 'lucide-react';
import { cn } from '#components/ui/cn.ts';
import { menuItemClass } from '#components/ui/menu-classes.ts';
import { Matched } from './matched.tsx';
import type { PaletteEntry } from './palette-entry.ts';

interface Props {
  entry: PaletteEntry;
  /** What was searched for. */
  needle: string;
  onSelect: () => void;
}

export function PaletteItem({ entry, needle, onSelect }: Props) {
  const { value, icon: Icon, label, hint, mono, isPart, reason } = entry;
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
      <Icon aria-hidden className="text-muted" />
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
            isPart && 'shrink-0',
            mono && !reason && 'font-mono',
          )}
        >
          {reason ?? (typeof hint === 'string' ? <Matched text={hint} needle={needle} /> : hint)}
        </span>
      </span>
      <CornerDownLeft
        aria-hidden
        className="invisible size-3.5! text-accent-text group-data-[selected=true]:visible max-sm:hidden"
      />
    </Command.Item>
  );
}
