'use client';

import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { type ComponentProps, type FocusEvent, type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { ClosingQuestion, KeptOpen } from './keep-open.ts';

/** The root of a dialog or a sheet. If its content has a question, an answer decides whether it closes. */
export function Root({ onOpenChange, ...props }: ComponentProps<typeof Primitive.Root>) {
  const question = useRef<() => Promise<boolean>>(undefined);
  const change = (open: boolean) => {
    const ask = open ? undefined : question.current;
    if (ask) void ask().then((may) => may && onOpenChange?.(false));
    else onOpenChange?.(open);
  };
  return (
    <ClosingQuestion value={question}>
      <Primitive.Root {...props} onOpenChange={change} />
    </ClosingQuestion>
  );
}

interface DialogProps extends Omit<ComponentProps<typeof Primitive.Content>, 'title'> {
  title: ReactNode;
  description?: ReactNode;
}

/**
 * A dialog. Its body scrolls; a `DialogFooter` in it stays in view. The dialog itself is clipped instead of hidden,
 * because `scrollIntoView` scrolls a box with hidden overflow, and with it the heading out of view. The body is the
 * containing block of texts for assistive technology, which otherwise extend the dialog.
 */
export function DialogContent({ title, description, className, children, onCloseAutoFocus, ...props }: DialogProps) {
  const focus = useFocusReturn(focusFirst);
  const kept = useRef(false);
  const stay = (event: Event) => kept.current && event.preventDefault();
  return (
    <Primitive.Portal>
      <Primitive.Overlay className="fixed inset-0 z-50 bg-scrim animate-fade-in" />
      <Primitive.Content
        {...(description === undefined && { 'aria-describedby': undefined })}
        {...focus}
        onCloseAutoFocus={(event) => {
          onCloseAutoFocus?.(event);
          focus.onCloseAutoFocus(event);
        }}
        onEscapeKeyDown={stay}
        onInteractOutside={stay}
        {...props}
        className={cn(
          'fixed inset-x-4 top-[max(8px,min(12dvh,96px))] z-50 mx-auto flex max-h-[calc(100dvh-2*max(8px,min(12dvh,96px)))] max-w-md flex-col overflow-clip rounded-xl bg-raised shadow-float outline-none animate-pop-in',
          className,
        )}
      >
        <header className="flex shrink-0 items-start gap-3 px-5 pt-4 pb-1">
          <div className="min-w-0 flex-1">
            <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
            {description !== undefined && (
              <Primitive.Description className="mt-1 text-muted">{description}</Primitive.Description>
            )}
          </div>
          <Close className="-mr-2" />
        </header>
        <div data-layer-body className="relative min-h-0 overflow-y-auto px-5 pt-2 pb-5">
          <KeptOpen value={kept}>{children}</KeptOpen>
        </div>
      </Primitive.Content>
    </Primitive.Portal>
  );
}

interface SheetProps extends ComponentProps<typeof Primitive.Content> {
  /** The title, for assistive technology only. */
  title: string;
  side?: 'left' | 'right';
}

/** A panel along one side of the page. */
export function SheetContent({ title, side = 'right', className, children, ...props }: SheetProps) {
  const focus = useFocusReturn(focusLayer);
  return (
    <Primitive.Portal>
      <Primitive.Overlay className="fixed inset-0 z-40 bg-scrim animate-fade-in" />
      <Primitive.Content
        aria-describedby={undefined}
        {...focus}
        {...props}
        className={cn(
          'fixed inset-y-0 z-50 flex w-[min(560px,92vw)] flex-col overflow-y-auto bg-surface shadow-float outline-none',
          side === 'right' ? 'right-0 animate-sheet-in' : 'left-0 animate-drawer-in',
          className,
        )}
      >
        <Primitive.Title className="sr-only">{title}</Primitive.Title>
        <Close className={cn('absolute top-2 right-2 z-10', side === 'left' && 'pointer-coarse:top-0.5')} />
        {children}
      </Primitive.Content>
    </Primitive.Portal>
  );
}

function Close({ className }: { className: string }) {
  return (
    <Primitive.Close asChild>
      <Button variant="ghost" size="icon" aria-label="Close" className={className}>
        <X aria-hidden />
      </Button>
    </Primitive.Close>
  );
}

/** The last focused element outside of menus, because a menu item that opens a dialog disappears before the dialog opens. */
let lastFocused: Element | undefined;

if (typeof document !== 'undefined') {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && !target.closest('[role=menu]')) lastFocused = target;
  });
}

/**
 * Moves the focus when the layer opens, and restores it afterwards, because these layers have no trigger. If the
 * focused element was in a panel that has disappeared, the panel's trigger gets the focus.
 */
export function useFocusReturn(onOpen?: (event: Event) => void) {
  const before = useRef<HTMLElement[]>([]);
  const remember = (focused: Element | null) => {
    const left = !focused || focused === document.body || focused.closest('[role=menu]') ? lastFocused : focused;
    const panel = left?.closest('[role=dialog]');
    const trigger = panel?.id && document.querySelector(`[aria-controls="${CSS.escape(panel.id)}"]`);
    before.current = [left, trigger].filter((element) => element instanceof HTMLElement);
  };
  return {
    // A field in the layer may take the focus first. Then the layer does not move it.
    onFocusCapture: ({ relatedTarget, currentTarget }: FocusEvent) => {
      if (before.current.length === 0 && !currentTarget.contains(relatedTarget)) remember(relatedTarget);
    },
    onOpenAutoFocus: (event: Event) => {
      remember(document.activeElement);
      onOpen?.(event);
    },
    onCloseAutoFocus: (event: Event) => {
      const left = before.current.find((element) => element.isConnected);
      before.current = [];
      if (!left || event.defaultPrevented) return;
      event.preventDefault();
      left.focus({ preventScroll: true });
    },
  };
}

/** Focuses the panel itself, because users read it first. The first control would be its close button. */
function focusLayer(event: Event): void {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  event.preventDefault();
  event.currentTarget.focus();
}

const FIELD = 'input:not([type=hidden], :disabled), textarea:not(:disabled), [role=combobox]:not(:disabled)';

/**
 * Focuses the element marked `data-focus-first`, else the first field, else the first control of the body, which in a
 * confirmation changes nothing. On a phone a field would open the keyboard, so the dialog itself gets the focus, unless
 * the field is marked because the reader chose it.
 */
function focusFirst(event: Event): void {
  const layer = event.currentTarget;
  if (!(layer instanceof HTMLElement)) return;
  event.preventDefault();
  const body = layer.querySelector('[data-layer-body]');
  const marked = body?.querySelector<HTMLElement>('[data-focus-first]');
  const field = body?.querySelector<HTMLElement>(FIELD);
  const first = field && matchMedia('(pointer: coarse)').matches ? layer : field;
  (marked ?? first ?? body?.querySelector<HTMLElement>('button, a[href]') ?? layer).focus();
}
