import { Command } from 'cmdk';
import { CornerDownLeft } from 'lucide-react';
import { cn } from '#components/ui/cn.ts';
import { Kbd } from '#components/ui/kbd.tsx';
import { menuItemClass } from '#components/ui/menu-classes.ts';
import { Matched } from './matched.tsx';
import type { PaletteEntry, PalettePerson } from './palette-entry.ts';

interface Props {
  entry: PaletteEntry;
  /** What was searched for. */
  needle: string;
  /** The keys that choose it now, though another entry is selected. */
  keys?: readonly string[];
  onSelect: () => void;
}

export function PaletteItem({ entry, needle, keys, onSelect }: Props) {
  const { value, icon: Icon, label, isPart, person, reason } = entry;
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
      {person ? (
        <PersonText name={label} person={person} needle={needle} />
      ) : (
        <EntryText entry={entry} needle={needle} keys={keys} />
      )}
      <CornerDownLeft
        aria-hidden
        className="invisible size-3.5! text-accent-text group-data-[selected=true]:visible max-sm:hidden"
      />
    </Command.Item>
  );
}

/** Somebody on two lines: name and id, address and what is to be known. */
function PersonText({ name, person, needle }: { name: string; person: PalettePerson; needle: string }) {
  const { id, address, note } = person;
  return (
    <span className="flex min-w-0 flex-1 flex-col py-0.5">
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="min-w-0 truncate text-fg">
          <Matched text={name} needle={needle} />
        </span>
        {id && (
          <span className="max-w-[45%] shrink-0 truncate font-mono text-xs text-faint">
            <Matched text={id} needle={needle} />
          </span>
        )}
      </span>
      <span className="flex min-w-0 items-baseline justify-between gap-3 text-xs text-muted">
        <span className="min-w-0 truncate">
          {address ? <Matched text={address} needle={needle} /> : 'No e-mail address or phone number'}
        </span>
        <span className="shrink-0">{note}</span>
      </span>
    </span>
  );
}

function EntryText({ entry, needle, keys }: Omit<Props, 'onSelect'>) {
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
        {keys && (
          <span aria-hidden className="inline-flex gap-0.5 max-sm:hidden">
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </span>
        )}
      </span>
    </span>
  );
}
