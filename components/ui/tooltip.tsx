'use client';

import { useEffect, useRef, useState } from 'react';

interface Tip {
  text: string;
  x: number;
  y: number;
  /** The CSS transform that places the tip relative to the point. */
  transform: string;
}

/**
 * One tooltip for the whole page. An element with `data-tip` shows it on hover and on focus; with `data-tip-truncated`,
 * only if its text is cut off. One component serves hundreds of cells. Escape hides the tip.
 */
export function TooltipLayer() {
  const [tip, setTip] = useState<Tip>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const target = useRef<EventTarget>(null);
  useEffect(() => {
    const hide = () => {
      clearTimeout(timer.current);
      target.current = null;
      setTip(undefined);
    };
    const showAt = (element: EventTarget | null, milliseconds: number) => {
      hide();
      const found = tipOf(element);
      if (!found) return;
      target.current = element;
      timer.current = setTimeout(() => setTip(place(found)), milliseconds);
    };
    const show = (event: Event) => showAt(event.target, event.type === 'focusin' ? 0 : 250);
    // The element can scroll into view after the pointer or the focus is on it.
    const scroll = () => showAt(isPointedAt(target.current) ? target.current : null, 250);
    const key = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    // The item of a menu takes the focus from the panel while the pointer is on it.
    const blur = (event: Event) => isWithin(event.target, target.current) && hide();
    const focus = (event: FocusEvent) => (event.target as Element).matches?.(':focus-visible') && show(event);
    const events = [
      ['pointerover', show],
      ['focusin', focus],
      ['focusout', blur],
      ['pointerdown', hide],
      ['keydown', key],
      ['scroll', scroll],
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
      style={{ left: tip.x, top: tip.y, transform: tip.transform }}
      className="pointer-events-none fixed z-[60] w-max max-w-72 rounded-md bg-fg px-2 py-1 text-xs break-words text-bg shadow-float animate-fade-in"
    >
      {tip.text}
    </div>
  );
}

function isWithin(outer: EventTarget | null, inner: EventTarget | null): boolean {
  return (
    outer instanceof Element &&
    inner instanceof Node &&
    outer.closest('[data-tip], [data-tip-truncated]')?.contains(inner) === true
  );
}

/** Whether the pointer or the keyboard focus is on the element. */
function isPointedAt(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(':hover, :focus-visible');
}

function tipOf(target: EventTarget | null): { element: Element; text: string } | undefined {
  const element = target instanceof Element ? target.closest('[data-tip], [data-tip-truncated]') : null;
  // An open element already shows its content, so it needs no tip.
  if (!element || element.getAttribute('aria-expanded') === 'true') return undefined;
  const text = element.getAttribute('data-tip');
  if (text) return { element, text };
  const cut = [element, ...element.children].some(isCut);
  const full = element.getAttribute('data-tip-truncated');
  return cut && full ? { element, text: full } : undefined;
}

/** Whether the text is cut off horizontally, or hidden below because it wraps. */
function isCut({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): boolean {
  return scrollWidth > clientWidth + 1 || (clientHeight > 0 && scrollHeight >= clientHeight * 1.3);
}

/** The maximum width of a tip in pixels, plus some room. */
const TIP_WIDTH = 300;

function place({ element, text }: { element: Element; text: string }): Tip {
  const box = element.getBoundingClientRect();
  const half = TIP_WIDTH / 2;
  const x = Math.min(Math.max(box.left + box.width / 2, half), Math.max(half, window.innerWidth - half));
  const above = box.top > 48;
  return { text, x, y: above ? box.top - 6 : box.bottom + 6, transform: `translate(-50%, ${above ? '-100%' : '0'})` };
}
