'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cn } from './cn.ts';

interface Props {
  className?: string;
  children: ReactNode;
}

/** One row that scrolls sideways when it has no room. It fades at the side where there is more. */
export function ScrollRow({ className, children }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState<'start' | 'end' | 'both'>();
  useEffect(() => {
    const element = row.current;
    if (!element || !content.current) return;
    const read = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      const [start, end] = [scrollLeft > 1, scrollLeft + clientWidth < scrollWidth - 1];
      setMore(start && end ? 'both' : start ? 'start' : end ? 'end' : undefined);
    };
    const observer = new ResizeObserver(read);
    observer.observe(element);
    observer.observe(content.current);
    element.addEventListener('scroll', read, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', read);
    };
  }, []);
  return (
    <div ref={row} data-more={more} className={cn('overflow-x-auto [scrollbar-width:none]', fade, className)}>
      <div ref={content} className="flex w-max min-w-full items-center gap-1.5">
        {children}
      </div>
    </div>
  );
}

const fade = cn(
  'data-[more=start]:mask-l-from-[calc(100%-36px)] data-[more=end]:mask-r-from-[calc(100%-36px)]',
  'data-[more=both]:mask-x-from-[calc(100%-36px)]',
);
