import { type RefObject, useEffect, useState } from 'react';
import { states } from '#components/status/states.ts';
import { cn } from '#components/ui/cn.ts';
import { toneText } from '#components/ui/tone.ts';
import type { SummarisedRun } from '#lib/notifications/schema.ts';
import type { RunStatus } from '#lib/notifications/status/run-status.ts';
import { RunActions } from './run-actions.tsx';

interface Props {
  run: SummarisedRun;
  status: RunStatus;
  /** The content of the run, with its heading. */
  content: RefObject<HTMLElement | null>;
}

/** The height of the bars above the content of a page on a phone. */
const BARS = '72px';

/** The result and the actions of a run in one line at the top, once the run's heading has scrolled away. */
export function PassedHeading({ run, status, content }: Props) {
  const isPassed = useIsPassed(content);
  const { icon: Icon, tone } = states[status.state];
  return (
    // The height is zero, so that the line covers the content instead of moving it.
    <div className="sticky top-18 z-10 -mx-4 h-0 md:-mx-5 md:top-12 lg:top-0">
      {isPassed && (
        <div className="absolute inset-x-0 top-0 flex h-12 items-center gap-2 border-b border-line bg-bg px-4 md:px-5 lg:bg-surface lg:pr-15">
          <Icon aria-hidden className={cn('size-4 shrink-0', toneText[tone])} />
          <p aria-hidden className="min-w-0 flex-1 truncate font-medium">
            {status.parts[0]}
          </p>
          <RunActions run={run} inLine />
        </div>
      )}
    </div>
  );
}

/** Whether the heading in the content is above the visible part of the page or the pane. */
function useIsPassed(content: RefObject<HTMLElement | null>): boolean {
  const [isPassed, setPassed] = useState(false);
  useEffect(() => {
    const heading = content.current?.querySelector('[data-run-heading]');
    if (!heading) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry) setPassed(!entry.isIntersecting && entry.boundingClientRect.top < window.innerHeight / 2);
      },
      { rootMargin: `-${BARS} 0px 0px 0px` },
    );
    observer.observe(heading);
    return () => observer.disconnect();
  }, [content]);
  return isPassed;
}
