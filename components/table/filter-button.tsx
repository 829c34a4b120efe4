'use client';

import { ChevronDown, X } from 'lucide-react';
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useRef } from 'react';
import { cn } from '#components/ui/cn.ts';
import { Popover, PopoverContent, PopoverTrigger } from '#components/ui/popover.tsx';

interface Props {
  label: string;
  /** The chosen values as text. Undefined if the filter is off. */
  value?: string | undefined;
  onClear?: () => void;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Widens the panel for options with two lines. */
  wide?: boolean;
  children: ReactNode;
}

interface Place {
  id: string;
  /** Whether the filter is hidden if it would make the bar higher. */
  isOptional: boolean;
  /** Whether the filter stays before the others. */
  isFirst: boolean;
  /** Whether the filter was just added from the menu, so that its panel opens. */
  isAdded: boolean;
  onClose: () => void;
}

const PlaceContext = createContext<Place | undefined>(undefined);

/** The place of a filter in a bar without room for all. */
export const FilterPlace = PlaceContext.Provider;

/** In a bar without room for all, set filters are first. A filter with an open panel does not move. */
const SET_FIRST = '[[data-folds]_&[data-set]:not(:has([aria-expanded=true]))]:-order-1';

/** One filter as a chip: its name, its value, a button to clear it, and a panel to choose. */
export function FilterButton({ label, value, onClear, open, onOpenChange, wide, children }: Props) {
  const clearable = value !== undefined && onClear;
  const trigger = useRef<HTMLButtonElement>(null);
  const place = use(PlaceContext);
  const isAdded = place?.isAdded ?? false;
  const show = useEffectEvent(() => onOpenChange?.(true));
  useEffect(() => {
    if (isAdded) show();
  }, [isAdded]);
  const wasOpen = useRef(false);
  const close = useEffectEvent(() => place?.onClose());
  useEffect(() => {
    if (wasOpen.current && !open) close();
    wasOpen.current = open ?? false;
  }, [open]);
  const focusBar = (event: Event) => {
    const menu = trigger.current?.closest('search')?.querySelector<HTMLElement>('[data-add-filter]');
    // A filter that loses its room when its panel closes is hidden, so it cannot take the focus back.
    if (!menu || trigger.current?.checkVisibility()) return;
    event.preventDefault();
    menu.focus();
  };
  const clear = () => {
    onClear?.();
    trigger.current?.focus();
  };
  return (
    <Popover {...(open !== undefined && { open })} {...(onOpenChange && { onOpenChange })}>
      <div
        data-set={value === undefined ? undefined : ''}
        data-optional={place?.isOptional ? place.id : undefined}
        className={cn(
          'inline-flex control-sm max-w-full min-w-0 shrink-0 items-stretch rounded-md border text-xs',
          place?.isFirst ? '[[data-folds]_&]:-order-2' : SET_FIRST,
          value ? 'border-accent/60 bg-accent-soft text-accent-text' : 'border-line-strong/60 bg-surface text-muted',
        )}
      >
        <PopoverTrigger
          ref={trigger}
          className="focus-inset -my-px inline-flex min-w-0 items-center gap-1.5 rounded-md px-2 font-medium transition-colors hover:text-fg"
        >
          <span className="shrink-0">{label}</span>
          {value && <span className="min-w-0 max-w-48 truncate font-normal">{value}</span>}
          {!clearable && <ChevronDown aria-hidden className="size-3.5 shrink-0" />}
        </PopoverTrigger>
        {clearable && (
          <button
            type="button"
            aria-label={`Clear filter ${label.toLowerCase()}`}
            onClick={clear}
            className="focus-inset grid w-6 shrink-0 place-items-center rounded-md hover:text-fg pointer-coarse:w-11"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        )}
      </div>
      <PopoverContent
        aria-label={label}
        onCloseAutoFocus={focusBar}
        className={wide ? 'w-[min(22rem,calc(100vw-16px))]' : 'w-60'}
      >
        {children}
      </PopoverContent>
    </Popover>
  );
}
