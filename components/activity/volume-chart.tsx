'use client';

import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { cn } from '#components/ui/cn.ts';
import type { RangedVolume } from '#lib/notifications/client.ts';
import type { Volume } from '#lib/notifications/volume-schema.ts';
import { countedRuns } from './runs-text.ts';
import {
  at,
  barAt,
  type Choice,
  firstAndLast,
  heightsOf,
  moved,
  rangeOf,
  rangesOf,
  type TimeRange,
} from './volume-bars.ts';
import { choiceText, peakText, timeText, totalText } from './volume-text.ts';
import { WholeRange } from './whole-range.tsx';

interface Props {
  volume: RangedVolume;
  zone: string | undefined;
  /** Shows only the range, in milliseconds. */
  onZoom: (from: number, to: number) => void;
  /** Shows the whole range again. Absent while it is shown. */
  onWhole: (() => void) | undefined;
}

/** In pixels, both tracks together. */
const HEIGHT = 56;

const SCALE =
  'Twice the height is four times as many runs, so that a quiet hour shows beside a peak. Below the line are the failed ones: twice the height is twice as many.';

/**
 * Runs over time, failed ones in red below the line. A drag over bars shows their range; so do the arrow keys, Shift to
 * choose several, and Enter.
 */
export function VolumeChart({ volume, zone, onZoom, onWhole }: Props) {
  const { buckets, countedSince } = volume;
  const [choice, setChoice] = useState<Choice>();
  const [dragging, setDragging] = useState(false);
  const ranges = rangesOf(volume);
  const { down, bars } = heightsOf(buckets, HEIGHT);
  const zoom = (chosen: Choice) => {
    const { from, to } = rangeOf(ranges, chosen);
    onZoom(from, to);
    setChoice(undefined);
  };
  const bar = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return barAt((event.clientX - left) / width, ranges);
  };
  const keys = (event: KeyboardEvent) => {
    const next = moved(choice, event.key, event.shiftKey, buckets.length);
    if (next) setChoice(next);
    else if (event.key === 'Enter' && choice) zoom(choice);
    else if (event.key === 'Escape' && choice) setChoice(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="px-3 pb-2 md:px-6">
      <div
        role="slider"
        tabIndex={0}
        aria-label="Runs over time"
        aria-description={`Arrow keys choose a bar, with Shift several; Enter shows only that range. ${SCALE}`}
        aria-valuemin={0}
        aria-valuemax={buckets.length - 1}
        aria-valuenow={choice?.head ?? 0}
        aria-valuetext={choice ? choiceText(volume, ranges, choice, zone) : totalText(volume)}
        onKeyDown={keys}
        onBlur={() => setChoice(undefined)}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragging(true);
          setChoice(at(bar(event)));
        }}
        onPointerMove={(event) => setChoice(dragging && choice ? { ...choice, head: bar(event) } : at(bar(event)))}
        onPointerUp={() => {
          setDragging(false);
          if (choice && dragging) zoom(choice);
        }}
        onPointerCancel={() => setDragging(false)}
        onPointerLeave={() => !dragging && setChoice(undefined)}
        style={{ height: HEIGHT }}
        className="relative flex cursor-crosshair touch-pan-y gap-px rounded-sm outline-offset-4 select-none"
      >
        {bars.map((heights, index) => (
          <Bar
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={index}
            {...heights}
            range={ranges[index] ?? { from: 0, to: 1 }}
            line={down}
            chosen={isChosen(choice, index)}
            countedSince={countedSince}
          />
        ))}
        <span className="pointer-events-none absolute inset-x-0 h-px bg-line" style={{ bottom: down }} />
      </div>
      <div className="flex h-6 items-center justify-between text-xs text-faint" data-numeric>
        <span aria-hidden>{timeText(ranges[0]?.from, zone)}</span>
        <span className={cn('flex min-w-0 items-center gap-2 px-2', choice && 'text-fg')}>
          <span aria-hidden className="truncate" data-tip={SCALE}>
            {choice ? choiceText(volume, ranges, choice, zone) : <Total volume={volume} />}
          </span>
          {onWhole && <WholeRange onClick={onWhole} />}
        </span>
        <span aria-hidden>{timeText(ranges.at(-1)?.to, zone)}</span>
      </div>
    </div>
  );
}

interface BarProps {
  /** In pixels above and below the line, which stands `line` above the bottom. */
  up: number;
  down: number;
  line: number;
  range: TimeRange;
  chosen: boolean;
  countedSince: string | undefined;
}

function Bar({ up, down, line, range, chosen, countedSince }: BarProps) {
  const isUncounted = countedSince !== undefined && range.to <= Date.parse(countedSince);
  return (
    <span
      style={{ flexGrow: range.to - range.from }}
      className={cn(
        'relative min-w-0 basis-0 rounded-[2px]',
        chosen && 'bg-accent-soft',
        isUncounted && 'bg-idle-soft opacity-60',
      )}
    >
      <span
        className={cn('absolute inset-x-0 rounded-t-[2px]', chosen ? 'bg-accent' : 'bg-line-strong')}
        style={{ bottom: line, height: up }}
      />
      <span className="absolute inset-x-0 rounded-b-[2px] bg-bad" style={{ bottom: line - down, height: down }} />
    </span>
  );
}

/** The total is the legend too. */
function Total({ volume }: { volume: Volume }) {
  if (volume.countedSince) return totalText(volume);
  return (
    <>
      <span className="mr-1.5 inline-block size-2 rounded-[2px] bg-line-strong" />
      {countedRuns(volume.total)}
      {volume.failed > 0 && (
        <>
          <span className="mr-1.5 ml-3 inline-block size-2 rounded-[2px] bg-bad" />
          {volume.failed.toLocaleString('en')} <span className="max-sm:hidden">of them </span>failed
        </>
      )}
      <span className="max-sm:hidden"> · {peakText(volume)}</span>
    </>
  );
}

function isChosen(choice: Choice | undefined, index: number): boolean {
  if (!choice) return false;
  const { first, last } = firstAndLast(choice);
  return index >= first && index <= last;
}
