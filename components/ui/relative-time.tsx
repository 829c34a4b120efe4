'use client';

import { useSyncExternalStore } from 'react';
import { absoluteTime, relativeTime } from '#lib/time/time.ts';
import { callInTurn } from './call-in-turn.ts';
import { cn } from './cn.ts';
import { Missing } from './missing.tsx';

interface Props {
  value: string | null | undefined;
  /** Shows the exact time with its zone, for details. Lists show "2 min ago". */
  absolute?: boolean;
  /** Makes the time focusable to read the exact time, for short lists whose rows are not links. */
  focusable?: boolean;
  className?: string;
}

/** A relative time. On the server and in the first client render it is the plain ISO date, so that hydration matches. */
export function RelativeTime({ value, absolute, focusable, className }: Props) {
  const now = useNow();
  if (!value) return <Missing />;
  const exact = now ? absoluteTime(value) : value;
  return (
    <time
      dateTime={value}
      data-tip={absolute ? undefined : exact}
      className={cn(focusable && 'rounded-sm', className)}
      {...(focusable && { tabIndex: 0, 'aria-description': exact })}
    >
      {!now ? value.slice(0, 10) : absolute ? exact : relativeTime(value, now)}
    </time>
  );
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let current = 0;

function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(() => {
    current = Date.now();
    callInTurn(listeners);
  }, 15_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    current = 0;
  };
}

/** Returns the current time from one clock for the whole page, in milliseconds. 0 until hydration. */
export function useNow(): number {
  return useSyncExternalStore(
    subscribe,
    () => {
      if (!current) current = Date.now();
      return current;
    },
    () => 0,
  );
}
