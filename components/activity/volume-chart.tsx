'use client';

import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { cn } from '#components/ui/cn.ts';
import type { RangedVolume } from '#lib/notifications/client.ts';
import type { Volume } from '#lib/notifications/counts/volume-schema.ts';
import { counted } from '#lib/text/counted.ts';
import type { RowNoun } from './runs-text.ts';
import {
  at,
  barAt,
  type Choice,
  firstAndLast,
  type Heights,
  heightsOf,
  moved,
  rangeOf,
  rangesOf,
  sideOf,
  type TimeRange,
  UNCUT_SHARE,
} from './volume-bars.ts';
import { choiceText, peakText, timeText, totalText } from './volume-text.ts';
import { WholeRange } from './whole-range.tsx';

interface Props {
  noun: RowNoun;
  volume: RangedVolume;
  zone: string | undefined;
  /** Shows only the range, in milliseconds. */
  onZoom: (from: number, to: number) => void;
  /** Shows the whole range again. Undefined while the whole range is shown. */
  onWhole: (() => void) | undefined;
}

/** The height of the chart in pixels. */
const HEIGHT = 63;

/**
 * Runs or messages over time, with the failed ones in red at the foot of each bar. Dragging over bars shows only their
 * range. The arrow keys, with Shift for several bars, and Enter do the same.
 */
export function VolumeChart({ noun, volume, zone, onZoom, onWhole }: Props) {
  const { buckets, countedSince } = volume;
  const [choice, setChoice] = useState<Choice>();
  const [dragging, setDragging] = useState(false);
  const ranges = rangesOf(volume);
  const bars = heightsOf(buckets, HEIGHT);
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
    <div className="page-x pb-2">
      <div
        role="slider"
        tabIndex={0}
        aria-label={noun === 'run' ? 'Runs over time' : 'Messages over time'}
        aria-description="Arrow keys choose a bar, and with Shift several bars. Enter shows only that range."
        aria-valuemin={0}
        aria-valuemax={buckets.length - 1}
        aria-valuenow={choice?.head ?? 0}
        aria-valuetext={choice ? choiceText(volume, ranges, choice, zone, noun) : totalText(volume, noun)}
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
        style={{ height: HEIGHT + 1 }}
        className="flex cursor-crosshair touch-pan-y gap-px rounded-t-sm border-b border-line outline-offset-4 select-none"
      >
        {bars.map((heights, index) => (
          <Bar
            // biome-ignore lint/suspicious/noArrayIndexKey: bars are identified by their position
            key={index}
            {...heights}
            side={sideOf(bars, index)}
            range={ranges[index] ?? { from: 0, to: 1 }}
            chosen={isChosen(choice, index)}
            countedSince={countedSince}
          />
        ))}
      </div>
      <div className="flex h-6 items-center justify-between text-xs text-faint" data-numeric>
        <span aria-hidden>{timeText(ranges[0]?.from, zone)}</span>
        <span className={cn('flex min-w-0 items-center gap-2 px-2', choice && 'text-fg')}>
          <span aria-hidden className="truncate">
            {choice ? (
              choiceText(volume, ranges, choice, zone, noun)
            ) : (
              <Total noun={noun} volume={volume} isPeakNamed={bars.some(({ cut }) => cut !== undefined)} />
            )}
          </span>
          {onWhole && <WholeRange onClick={onWhole} />}
        </span>
        <span aria-hidden>{timeText(ranges.at(-1)?.to, zone)}</span>
      </div>
    </div>
  );
}

interface BarProps extends Heights {
  side: ReturnType<typeof sideOf>;
  range: TimeRange;
  chosen: boolean;
  countedSince: string | undefined;
}

function Bar({ total, failed, cut, side, range, chosen, countedSince }: BarProps) {
  const isUncounted = countedSince !== undefined && range.to <= Date.parse(countedSince);
  return (
    <span
      style={{ flexGrow: range.to - range.from }}
      className={cn(
        'relative flex min-w-0 basis-0 flex-col justify-end rounded-t-[2px]',
        chosen && 'bg-accent-soft',
        isUncounted && 'bg-idle-soft opacity-60',
      )}
    >
      <span className="flex flex-col justify-end overflow-hidden rounded-t-[2px]" style={{ height: total }}>
        <span className={cn('grow', chosen ? 'bg-accent' : 'bg-line-strong')} />
        <span className="bg-bad" style={{ height: failed }} />
      </span>
      {cut !== undefined && <Cut count={cut} side={side} />}
    </span>
  );
}

/** A gap across the bar, and its number of runs next to the part above the gap. */
function Cut({ count, side }: { count: number; side: BarProps['side'] }) {
  return (
    <>
      <span
        style={{ bottom: HEIGHT * (UNCUT_SHARE + 0.08) }}
        className="absolute inset-x-[-2px] h-[3px] -skew-y-12 bg-bg"
      />
      {side && (
        <span
          className={cn(
            'pointer-events-none absolute top-0 z-1 px-1 text-xs leading-none whitespace-nowrap text-faint',
            side === 'after' ? 'left-full' : 'right-full',
            side === 'tight' && 'max-lg:hidden narrow:hidden',
          )}
        >
          {count.toLocaleString('en')}
        </span>
      )}
    </>
  );
}

/** The totals, which are also the legend. */
function Total({ noun, volume, isPeakNamed }: { noun: RowNoun; volume: Volume; isPeakNamed: boolean }) {
  const { total, failed, countedSince } = volume;
  if (countedSince) return totalText(volume, noun);
  const isAllRed = total > 0 && failed === total;
  return (
    <>
      <Swatch className={isAllRed ? 'bg-bad' : 'bg-line-strong'} />
      {counted(total, noun)}
      {isAllRed
        ? ', all failed'
        : failed > 0 && (
            <>
              <Swatch className="ml-3 bg-bad" />
              {failed.toLocaleString('en')} failed
            </>
          )}
      {!isPeakNamed && <span className="ml-5 max-sm:hidden">{peakText(volume, noun)}</span>}
    </>
  );
}

function Swatch({ className }: { className: string }) {
  return <span className={cn('mr-1.5 inline-block size-2 rounded-[2px]', className)} />;
}

function isChosen(choice: Choice | undefined, index: number): boolean {
  if (!choice) return false;
  const { first, last } = firstAndLast(choice);
  return index >= first && index <= last;
}
