'use client';

import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { Dialog as Primitive } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useDeferredValue, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { CommandKey } from '#components/ui/command-key.tsx';
import { useFocusReturn } from '#components/ui/dialog-layer.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { menuLabelClass } from '#components/ui/menu-classes.ts';
import { useMedia } from '#components/ui/use-media.ts';
import { confirmLeave } from './leave-guard.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { PaletteItem } from './palette-item.tsx';
import { useEnvironment } from './session.tsx';
import { takeKeys } from './typed-ahead.ts';
import { usePaletteEntries } from './use-palette-entries.tsx';

export { focusHeading } from './focus-heading.ts';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Finds subscribers, workflows, integrations, runs, actions and pages. Text that is typed before the palette is loaded counts too. */
export function Palette({ open, onOpenChange }: Props) {
  const focus = useFocusReturn();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-scrim animate-fade-in" />
        <Primitive.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-x-3 top-[max(8px,10vh)] max-sm:inset-x-2 max-sm:top-2 z-50 mx-auto max-w-xl overflow-hidden rounded-xl bg-raised shadow-float outline-none animate-pop-in"
        >
          <Primitive.Title className="sr-only">Search</Primitive.Title>
          <PaletteBody onDone={() => onOpenChange(false)} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function PaletteBody({ onDone }: { onDone: () => void }) {
  const isPhone = useMedia('(max-width: 639px)');
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState('');
  const needle = useDeferredValue(text.trim());
  const router = useRouter();
  const environment = useEnvironment();
  const { entries, isNothing, isFetching, failure } = usePaletteEntries(needle);
  // Results arrive one after another. The first one stays selected until the user moves the selection.
  const selected = entries.some(({ value }) => value === chosen) ? chosen : (entries[0]?.value ?? '');
  const why = entries.find(({ value }) => value === selected)?.details?.why;
  const groups = [...new Set(entries.map(({ group }) => group))];
  const takeTyped = () => {
    const typed = takeKeys();
    setText((before) => before + typed);
  };
  const go = (href: string) => {
    onDone();
    void confirmLeave().then((may) => may && router.push(href));
  };
  const choose = ({ href, run, stays }: PaletteEntry) => {
    if (!run) return go(href);
    if (!stays) onDone();
    run();
  };
  const askWhy = (event: KeyboardEvent) => {
    if (!why || event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    go(why);
  };
  return (
    <Command shouldFilter={false} loop label="Search" value={selected} onValueChange={setChosen} onKeyDown={askWhy}>
      <div className="flex items-center gap-2 border-b border-line px-3">
        <Search aria-hidden className="size-4 shrink-0 text-faint" />
        <Command.Input
          value={text}
          onValueChange={setText}
          onFocus={takeTyped}
          data-palette-field
          placeholder={
            isPhone ? 'Name, email, ID or workflow' : 'Name, email, phone, ID, workflow, transaction or action'
          }
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-faint max-md:text-lg"
        />
        <span className="max-sm:hidden">
          <Kbd>Esc</Kbd>
        </span>
        <Button variant="ghost" size="sm" onClick={onDone} className="-mr-2 sm:hidden">
          Cancel
        </Button>
      </div>
      {failure && (
        <div role="alert" className="flex items-center justify-between gap-2 px-4 pt-2 text-bad">
          <span className="min-w-0">The search failed: {failure.message}</span>
          <Button size="sm" onClick={failure.retry}>
            Retry
          </Button>
        </div>
      )}
      <Command.List className="scroll-cue max-h-[min(480px,64vh)] overflow-y-auto p-1.5 max-sm:max-h-[calc(100dvh-80px)]">
        {isNothing && (
          // A list box requires at least one option.
          <Command.Item disabled value="nothing" className="px-3 py-8 text-center text-pretty wrap-anywhere text-muted">
            {isFetching ? 'Searching…' : failure ? 'No results' : `Nothing in ${environment.name} matches “${needle}”.`}
          </Command.Item>
        )}
        {groups.map((group) => (
          <Group key={group} heading={group}>
            {entries
              .filter((entry) => entry.group === group)
              .map((entry) => (
                <PaletteItem
                  key={entry.value}
                  entry={entry}
                  needle={needle}
                  // ⌘ Enter on a subscriber opens the explanation, which is the entry below it.
                  isExplanation={why !== undefined && entry.href === why}
                  onSelect={() => choose(entry)}
                />
              ))}
          </Group>
        ))}
      </Command.List>
      <Keys canExplain={why !== undefined} />
    </Command>
  );
}

/** The keys of the palette. */
function Keys({ canExplain }: { canExplain: boolean }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-3 py-2 text-xs text-faint max-sm:hidden">
      <Hint keys={['↑', '↓']}>choose</Hint>
      <Hint keys={['Enter']}>open</Hint>
      {canExplain && (
        <span className="flex items-center gap-1">
          <CommandKey />
          <Kbd>Enter</Kbd>
          why it did not arrive
        </span>
      )}
      <Hint keys={['Esc']}>close</Hint>
    </p>
  );
}

function Hint({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
      {children}
    </span>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  const empty = !children || (Array.isArray(children) && children.length === 0);
  if (empty) return null;
  return (
    <Command.Group heading={<span className={cn(menuLabelClass, 'block')}>{heading}</span>}>{children}</Command.Group>
  );
}
