'use client';

import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { cn } from '#components/ui/cn.ts';
import type { Volume } from '#lib/notifications/volume-schema.ts';
import { momentText } from '#lib/time.ts';
import { at, barAt, type Choice, firstAndLast, heights, moved } from './volume-bars.ts';

interface Props {
  volume: Volume;
  zone: string | undefined;
  /** Shows only the range, in milliseconds. */
  onZoom: (from: number, to: number) => void;
  /** Shows the whole range again. Absent while it is shown. */
  onWhole: (() => void) | undefined;
}

const LEAST_HEIGHT = 0.06;

/**
 * Runs over time, failed ones in red. A drag over bars shows their range; so do the arrow keys, Shift to choose several,
 * and Enter.
 */
export function VolumeChart({ volume, zone, onZoom, onWhole }: Props) {
  const { buckets, countedSince } = volume;
  const [choice, setChoice] = useState<Choice>();
  const [dragging, setDragging] = useState(false);
  const most = Math.max(1, ...buckets.map(({ total }) => total));
  const zoom = (chosen: Choice) => {
    const { first, last } = firstAndLast(chosen);
    onZoom(startOf(volume, first), startOf(volume, last + 1));
    setChoice(undefined);
  };
  const bar = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return barAt((event.clientX - left) / width, buckets.length);
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
        aria-description="Arrow keys choose a bar, with Shift several; Enter shows only that range."
        aria-valuemin={0}
        aria-valuemax={buckets.length - 1}
        aria-valuenow={choice?.head ?? 0}
        aria-valuetext={choice ? choiceText(volume, choice, zone) : totalText(volume)}
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
        className="relative flex h-14 cursor-crosshair border-b border-line touch-pan-y items-end gap-px rounded-sm outline-offset-4 select-none"
      >
        {buckets.map((bucket, index) => (
          <Bar
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={index}
            {...heights(bucket, most, LEAST_HEIGHT)}
            chosen={isChosen(choice, index)}
            uncounted={countedSince !== undefined && startOf(volume, index + 1) <= Date.parse(countedSince)}
          />
        ))}
      </div>
      <div className="flex h-6 items-center justify-between text-xs text-faint" data-numeric>
        <span aria-hidden>{momentText(new Date(startOf(volume, 0)).toISOString(), zone)}</span>
        <span className={cn('flex min-w-0 items-center gap-2 px-2', choice && 'text-fg')}>
          <span aria-hidden className="truncate">
            {choice ? choiceText(volume, choice, zone) : totalText(volume)}
          </span>
          {onWhole && (
            <button
              type="button"
              onClick={onWhole}
              className="shrink-0 rounded-sm font-medium text-accent-text hover:underline"
            >
              Whole range
            </button>
          )}
        </span>
        <span aria-hidden>{momentText(new Date(startOf(volume, buckets.length)).toISOString(), zone)}</span>
      </div>
    </div>
  );
}

interface BarProps {
  whole: number;
  failed: number;
  chosen: boolean;
  uncounted: boolean;
}

function Bar({ whole, failed, chosen, uncounted }: BarProps) {
  return (
    <span
      className={cn(
        'relative h-full min-w-0 flex-1 rounded-t-[2px]',
        chosen && 'bg-accent-soft',
        uncounted && 'bg-idle-soft opacity-60',
      )}
    >
      <span
        className={cn('absolute inset-x-0 bottom-0 rounded-t-[2px]', chosen ? 'bg-accent' : 'bg-line-strong')}
        style={{ height: `${whole * 100}%` }}
      />
      <span className="absolute inset-x-0 bottom-0 bg-bad" style={{ height: `${failed * 100}%` }} />
    </span>
  );
}

function isChosen(choice: Choice | undefined, index: number): boolean {
  if (!choice) return false;
  const { first, last } = firstAndLast(choice);
  return index >= first && index <= last;
}

function startOf({ from, bucketMs }: Volume, index: number): number {
  return Date.parse(from) + index * bucketMs;
}

/** "3 Nov, 12:00 to 13:00: 45 runs, 2 failed" */
function choiceText(volume: Volume, choice: Choice, zone: string | undefined): string {
  const { first, last } = firstAndLast(choice);
  const chosen = volume.buckets.slice(first, last + 1);
  const sum = (key: 'total' | 'failed') => chosen.reduce((total, bucket) => total + bucket[key], 0);
  const [start, end] = [first, last + 1].map((index) =>
    momentText(new Date(startOf(volume, index)).toISOString(), zone),
  );
  return `${start} to ${end}: ${runsText(sum('total'), sum('failed'))}`;
}

function totalText({ total, failed, countedSince }: Volume): string {
  return countedSince ? `The newest ${total.toLocaleString('en')} runs; more match` : runsText(total, failed);
}

function runsText(total: number, failed: number): string {
  const runs = `${total.toLocaleString('en')} ${total === 1 ? 'run' : 'runs'}`;
  return failed > 0 ? `${runs}, ${failed.toLocaleString('en')} failed` : runs;
}
