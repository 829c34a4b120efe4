'use client';

import { ArrowLeft, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { isTyping } from '#components/table/use-row-keys.ts';
import { Button } from '#components/ui/button.tsx';
import { RunView } from './run-view.tsx';

interface Props {
  id: string;
  /** Whether the pane is inside a page with its own back link, such as a profile. */
  isWithin?: boolean;
  onClose: () => void;
}

/**
 * The open run: next to the list where there is room, otherwise instead of the list. The pane begins at `--pane-top`,
 * below the sticky header. It takes the focus and returns it to the run's row. It stays mounted while another run
 * opens, because mounting a pane next to the list lays out the whole page again.
 */
export function RunPane({ id, isWithin = false, onClose }: Props) {
  const pane = useRef<HTMLElement>(null);
  const shown = useRef(id);
  useEffect(() => {
    if (shown.current !== id) pane.current?.scrollTo(0, 0);
    shown.current = id;
    if (document.activeElement !== pane.current) pane.current?.focus({ preventScroll: true });
  }, [id]);
  const close = () => {
    onClose();
    // Wait for the next frame, because the list may still be hidden. Leave the focus in a field in which the reader
    // types.
    requestAnimationFrame(() => {
      if (isTyping(document.activeElement)) return;
      document.querySelector<HTMLElement>(`[data-row="${id}"] [data-row-link]`)?.focus({ preventScroll: true });
    });
  };
  useEscape(close);
  return (
    <section
      ref={pane}
      aria-label="Run"
      tabIndex={-1}
      className="min-w-0 border-line outline-none max-lg:relative lg:sticky lg:top-(--pane-top,96px) lg:h-[calc(100dvh-var(--pane-top,96px))] lg:overflow-y-auto lg:border-l lg:bg-surface"
    >
      <div className="flex h-11 items-center px-4 md:px-5 lg:hidden">
        <Button size="sm" variant="ghost" onClick={close} className="-ml-1">
          {isWithin ? <X aria-hidden /> : <ArrowLeft aria-hidden />}
          {isWithin ? 'Close' : 'All runs'}
        </Button>
      </div>
      {/* The height is zero, so that the button stays at the top of the pane and moves nothing. */}
      <div className="sticky top-0 z-20 h-0 max-lg:hidden">
        <Button size="icon" variant="ghost" onClick={close} aria-label="Close run" className="absolute top-2 right-6">
          <X aria-hidden />
        </Button>
      </div>
      <RunView key={id} id={id} />
    </section>
  );
}

function useEscape(onEscape: () => void) {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isTyping(event.target)) onEscape();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  });
}
