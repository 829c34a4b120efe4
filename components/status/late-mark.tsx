import { durationText } from '#lib/time/time.ts';

/** "12 min late": the time from the first attempt of a step until its message was sent. */
export function LateMark({ ms }: { ms: number }) {
  return (
    <span
      data-tip={`Sent ${durationText(ms)} after its step began. The filter “Slower than” finds such delays.`}
      className="font-medium whitespace-nowrap text-warn"
    >
      {durationText(ms)} late
    </span>
  );
}
