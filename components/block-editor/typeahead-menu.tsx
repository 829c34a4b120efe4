import { autoUpdate, flip, offset, shift, size, useFloating } from '@floating-ui/react-dom';
import { type Editor, posToDOMRect, useEditorState } from '@tiptap/react';
import type { LucideIcon } from 'lucide-react';
import { type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { cn } from '#components/ui/cn.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { nodesAround } from './ancestors.ts';
import { choicesFor, lacksSlot } from './catalogue.ts';
import { pathsFor, variablesAt } from './paths.ts';
import { dismiss, type Typing, typingIn } from './typeahead.ts';

interface Props {
  editor: Editor;
  isLayout: boolean;
  variables: JsonObject | undefined;
  /** The menu stores its key handler here. */
  onKey: RefObject<(event: KeyboardEvent) => boolean>;
}

interface Item {
  id: string;
  label: string;
  hint: string;
  icon?: LucideIcon;
  choose: (editor: Editor) => void;
}

/** A menu at the cursor: blocks after "/", variables after "{{". The focus stays in the text. */
export function TypeaheadMenu({ editor, isLayout, variables, onKey }: Props) {
  const typing = useEditorState({
    editor,
    selector: ({ editor }) => (editor.isFocused ? typingIn(editor.state) : undefined),
  });
  const items = useMemo(
    () =>
      typing
        ? itemsFor(typing, isLayout && lacksSlot(editor.state.doc), variablesAt(variables, nodesAround(editor.state)))
        : [],
    [typing, isLayout, variables, editor],
  );
  const [active, setActive] = useState(0);
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list starts at its first item
  useEffect(() => setActive(0), [items]);
  const choose = (item: Item) => {
    if (!typing) return;
    editor.chain().focus().deleteRange({ from: typing.from, to: typing.to }).run();
    item.choose(editor);
  };
  onKey.current = (event) => {
    const step = { ArrowDown: 1, ArrowUp: items.length - 1 }[event.key];
    if (event.key === 'Escape') editor.view.dispatch(dismiss(editor.state.tr));
    else if (items.length === 0) return false;
    else if (step !== undefined) setActive((active + step) % items.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(items[active] as Item);
    else return false;
    return true;
  };
  const open = typing !== undefined && items.length > 0;
  useAnnounced(editor, open ? id : undefined, active);
  const { refs, floatingStyles } = useMenuPlace(editor, open ? typing.from : undefined);
  if (!open) return null;
  return createPortal(
    <div
      ref={refs.setFloating}
      id={id}
      role="listbox"
      // The list scrolls, so browsers make it a Tab stop. While it is open, Tab chooses an item.
      tabIndex={0}
      aria-label={typing.kind === 'block' ? 'Blocks' : 'Variables'}
      style={floatingStyles}
      className="z-50 w-96 max-w-[calc(100vw-16px)] overflow-y-auto rounded-lg bg-raised p-1 text-sm shadow-float animate-pop-in"
    >
      {items.map((item, n) => (
        <Option key={item.id} id={`${id}-${n}`} item={item} active={n === active} onChoose={() => choose(item)} />
      ))}
    </div>,
    document.body,
  );
}

function Option({ id, item, active, onChoose }: { id: string; item: Item; active: boolean; onChoose: () => void }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) element.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const { icon: Icon, label, hint } = item;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, which names the active option
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={active}
      onPointerDown={(event) => {
        event.preventDefault();
        onChoose();
      }}
      className={cn(
        'flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 py-1 select-none hover:bg-hover pointer-coarse:min-h-11',
        active && 'bg-hover',
      )}
    >
      {Icon && <Icon aria-hidden className="size-4 shrink-0 text-muted" />}
      <span className={cn('truncate', Icon ? 'shrink-0' : 'min-w-0 font-mono text-xs')}>{label}</span>
      <span className={cn('ml-auto text-xs text-faint', Icon ? 'min-w-0 truncate' : 'shrink-0')}>{hint}</span>
    </div>
  );
}

function itemsFor({ kind, typed }: Typing, needsSlot: boolean, variables: JsonObject): Item[] {
  if (kind === 'block')
    return choicesFor(typed, needsSlot).map(({ insert, ...choice }) => ({ ...choice, choose: insert }));
  const insert = (path: string) => (editor: Editor) =>
    void editor
      .chain()
      .focus()
      .insertContent({ type: 'variable', attrs: { id: path } })
      .run();
  const found = pathsFor(variables, typed).slice(0, 60);
  const items = found.map(({ path, type }) => ({ id: path, label: path, hint: type, choose: insert(path) }));
  if (typed === '' || found.some(({ path }) => path === typed)) return items;
  return [...items, { id: `${typed} `, label: typed, hint: 'exactly as typed', choose: insert(typed) }];
}

/** Places the menu below the text position, or above it if there is more room. The menu follows the text when the page moves. */
function useMenuPlace(editor: Editor, from: number | undefined) {
  const reference = useMemo(
    () =>
      from === undefined
        ? undefined
        : { contextElement: editor.view.dom, getBoundingClientRect: () => posToDOMRect(editor.view, from, from) },
    [editor, from],
  );
  return useFloating({
    ...(reference && { elements: { reference } }),
    placement: 'bottom-start',
    strategy: 'fixed',
    transform: false,
    whileElementsMounted: autoUpdate,
    middleware: [
      offset(4),
      flip({ padding: 8 }),
      shift({ padding: 8 }),
      size({
        padding: 8,
        apply: ({ availableHeight, elements }) => {
          elements.floating.style.maxHeight = `${Math.min(320, availableHeight)}px`;
        },
      }),
    ],
  });
}

/** Announces the active option to assistive technology. */
function useAnnounced(editor: Editor, listId: string | undefined, active: number) {
  useEffect(() => {
    if (listId === undefined) return;
    const { dom } = editor.view;
    dom.setAttribute('aria-controls', listId);
    dom.setAttribute('aria-activedescendant', `${listId}-${active}`);
    return () => {
      dom.removeAttribute('aria-controls');
      dom.removeAttribute('aria-activedescendant');
    };
  }, [editor, listId, active]);
}
