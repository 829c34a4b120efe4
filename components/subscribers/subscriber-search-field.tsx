'use client';

import { LoaderCircle, Search } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { takeEscapeFirst } from '#components/code/escape-first.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { inputClass } from '#components/ui/input.tsx';
import { menuItemClass } from '#components/ui/menu-classes.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { useListbox } from '#components/ui/use-listbox.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import type { ListedSubscriber } from '#lib/subscribers/schema.ts';
import { pastedId } from '#lib/text/pasted-id.ts';
import { LastMessage } from './last-message.tsx';
import { useSought } from './use-sought.ts';
import { type SubscriberSearch, useSubscriberSearch } from './use-subscriber-search.ts';

export interface SubscriberSearchFieldProps {
  label: string;
  onChoose: (subscriberId: string) => void;
  id?: string | undefined;
  ref?: Ref<HTMLInputElement>;
  placeholder?: string | undefined;
  /** The chosen subscriber, shown until the user types. */
  chosen?: string | undefined;
  /** Whether the list is always shown below the field, as in a panel. Otherwise it opens over the content below. */
  inline?: boolean;
  /** Also offers the typed text as the ID of a deleted or future subscriber. */
  anyId?: boolean | undefined;
  autoFocus?: boolean;
  /** Whether the field has the height of a filter bar. */
  small?: boolean | undefined;
}

/** A field that finds subscribers during typing, with the list of matches. */
export function SubscriberSearchField({ label, chosen, inline = false, anyId, ...props }: SubscriberSearchFieldProps) {
  const [text, setText] = useState<string>();
  const [opened, setOpened] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useImperativeHandle(props.ref, () => field.current as HTMLInputElement);
  const open = inline || opened;
  const sought = useSought(text ?? '');
  const search = useSubscriberSearch(useEnvironment().id, sought, {
    enabled: open,
    ...(anyId && { withLastMessage: true }),
  });
  const ids = search.subscribers.map(({ subscriberId }) => subscriberId);
  const id = pastedId(search.text);
  const mayBeId = anyId && /^\S+$/.test(id) && !ids.includes(id) && !search.isFetching;
  const extra = mayBeId ? [id] : [];
  const close = () => {
    setOpened(false);
    setText(undefined);
  };
  const list = useListbox({
    options: [...ids, ...extra],
    open,
    onOpen: () => setOpened(true),
    onChoose: (subscriberId) => {
      props.onChoose(subscriberId);
      close();
    },
  });
  useEffect(() => {
    if (!opened) return;
    return takeEscapeFirst(() => {
      setOpened(false);
      setText(undefined);
      return true;
    });
  }, [opened]);
  useLayoutEffect(() => {
    // Changing the field's text clears the selection, so select it again before the next key. Otherwise typing would
    // append to the name.
    if (text === undefined && chosen && document.activeElement === field.current) field.current?.select();
  }, [text, chosen]);
  return (
    <div className="relative min-w-0">
      <div className="relative">
        <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-3.5 text-faint" />
        <input
          {...list.field}
          ref={field}
          id={props.id}
          aria-label={label}
          // biome-ignore lint/a11y/noAutofocus: in a panel that was opened to type
          autoFocus={props.autoFocus}
          placeholder={props.placeholder ?? 'Name, email, phone or ID'}
          value={text ?? chosen ?? ''}
          onChange={(event) => {
            setText(event.target.value);
            setOpened(true);
            list.restart();
          }}
          onFocus={(event) => event.target.select()}
          onClick={() => setOpened(true)}
          onBlur={inline ? undefined : close}
          className={cn(inputClass, props.small && 'control-sm', 'pr-8 pl-8')}
        />
        {open && search.isFetching && (
          <LoaderCircle aria-hidden className="absolute inset-y-0 right-8 my-auto size-3.5 animate-spin text-faint" />
        )}
      </div>
      <div
        hidden={!open}
        className={cn(
          'max-h-80 overflow-y-auto',
          inline
            ? 'mt-1'
            : 'absolute inset-x-0 top-full z-50 mt-1 min-w-64 rounded-lg bg-raised p-1 text-sm shadow-float',
        )}
      >
        <ul {...list.list} aria-label={label} aria-busy={search.isFetching || undefined}>
          {search.subscribers.map((subscriber, index) => (
            <Option key={subscriber.subscriberId} {...list.option(index)}>
              <SubscriberLines subscriber={subscriber} hasLastMessage={anyId} />
            </Option>
          ))}
          {extra.map((id, index) => (
            <Option key={id} {...list.option(ids.length + index)}>
              <span className="min-w-0 truncate">
                Search for the ID <code className="font-mono text-xs">{id}</code>
              </span>
            </Option>
          ))}
        </ul>
        {open && <State search={search} />}
      </div>
    </div>
  );
}

type OptionProps = ReturnType<ReturnType<typeof useListbox<string>>['option']> & { children: ReactNode };

function Option({ children, ...props }: OptionProps) {
  return (
    <li {...props} data-highlighted={props['aria-selected'] || undefined} className={menuItemClass}>
      {children}
    </li>
  );
}

interface LinesProps {
  subscriber: ListedSubscriber;
  /** Whether the time of the last message is shown, which distinguishes people of the same name. */
  hasLastMessage?: boolean | undefined;
}

/** The name, and below it the email or phone and the ID. */
function SubscriberLines({ subscriber, hasLastMessage }: LinesProps) {
  const { email, phone, subscriberId } = subscriber;
  const name = nameOf(subscriber);
  const address = email || phone;
  return (
    <span className="flex min-w-0 flex-1 flex-col">
      <span className="flex min-w-0 items-baseline justify-between gap-2">
        <Truncate value={name} className="font-medium" />
        {hasLastMessage && (
          <span className="shrink-0 text-xs text-faint">
            <LastMessage {...subscriber} />
          </span>
        )}
      </span>
      <span className="flex min-w-0 items-baseline gap-2 text-xs text-faint">
        {address ? <Truncate value={address} className="max-w-[65%] shrink-0" /> : 'No email or phone'}
        {name !== subscriberId && <Truncate value={subscriberId} at="middle" mono />}
      </span>
    </span>
  );
}

/** The state next to the list: the matches for assistive technology, no match, or an error. */
function State({ search: { subscribers, text, isFetching, error, retry } }: { search: SubscriberSearch }) {
  const { name } = useEnvironment();
  if (error) {
    return (
      <div role="alert" className="flex items-center justify-between gap-2 px-2 py-1.5 text-bad">
        <span className="min-w-0">The search failed: {error.message}</span>
        <Button size="sm" onMouseDown={(event) => event.preventDefault()} onClick={retry}>
          Retry
        </Button>
      </div>
    );
  }
  if (subscribers.length > 0) {
    return (
      <p role="status" className="sr-only">
        {subscribers.length} found
      </p>
    );
  }
  if (isFetching) {
    return (
      <div role="status" className="flex flex-col gap-3 px-2 py-2.5">
        <span className="sr-only">Searching</span>
        <Skeleton className="w-3/5" />
        <Skeleton className="w-2/5" />
      </div>
    );
  }
  return (
    <p role="status" className="px-2 py-3 text-pretty text-muted">
      {text === '' ? `No subscribers in ${name} yet.` : `No name, email, phone or ID in ${name} matches “${text}”.`}
    </p>
  );
}
