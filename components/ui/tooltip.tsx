'use client';

import { useEffect, useRef, useState } from 'react';

interface Tip {
  text: string;
  x: number;
  y: number;
  above: boolean;
}

/**
 * One tooltip for the whole page. An element with `data-tip` shows it on hover and on focus, one with
 * `data-tip-truncated` only when its text is cut off. One component serves hundreds of cells. Escape hides it.
 */
export function TooltipLayer() {
  const [tip, setTip] = useState<Tip>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const hide = () => {
      clearTimeout(timer.current);
      setTip(undefined);
    };
    const show = (event: Event) => {
      hide();
      const found = tipOf(event.target);
      if (!found) return;
      timer.current = setTimeout(() => setTip(place(found)), event.type === 'focusin' ? 0 : 250);
    };
    const key = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    const focus = (event: FocusEvent) => (event.target as Element).matches?.(':focus-visible') && show(event);
    const events = [
      ['pointerover', show],
      ['focusin', focus],
      ['focusout', hide],
      ['pointerdown', hide],
      ['keydown', key],
      ['scroll', hide],
    ] as const;
    for (const [name, listener] of events) document.addEventListener(name, listener as EventListener, true);
    return () => {
      for (const [name, listener] of events) document.removeEventListener(name, listener as EventListener, true);
    };
  }, []);
  if (!tip) return null;
  return (
    <div
      role="tooltip"
      style={{ left: tip.x, top: tip.y, transform: `translate(-50%, ${tip.above ? '-100%' : '0'})` }}
      className="pointer-events-none fixed z-[60] max-w-72 rounded-md bg-fg px-2 py-1 text-xs break-words text-bg shadow-float animate-fade-in"
    >
      {tip.text}
    </div>
  );
}

function tipOf(target: EventTarget | null): { element: Element; text: string } | undefined {
  const element = target instanceof Element ? target.closest('[data-tip], [data-tip-truncated]') : null;
  if (!element) return undefined;
  const text = element.getAttribute('data-tip');
  if (text) return { element, text };
  const cut = [element, ...element.children].some(isCut);
  const full = element.getAttribute('data-tip-truncated');
  return cut && full ? { element, text: full } : undefined;
}

/** Off at its side, or below it where what has no room wraps. */
function isCut({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): boolean {
  return scrollWidth > clientWidth + 1 || (clientHeight > 0 && scrollHeight >= clientHeight * 2);
}

function place({ element, text }: { element: Element; text: string }): Tip {
  const box = element.getBoundingClientRect();
  const above = box.top > 48;
  const x = Math.min(Math.max(box.left + box.width / 2, 150), Math.max(150, window.innerWidth - 150));
  return { text, above, x, y: above ? box.top - 6 : box.bottom + 6 };
}
