import { cn } from './cn.ts';
import { Missing } from './missing.tsx';

interface Props {
  value: string | null | undefined;
  /** The position of the cut: in the middle of IDs, at the end of names. */
  at?: 'middle' | 'end';
  mono?: boolean;
  className?: string;
}

/** One line, with the full value as its tooltip and in the accessible tree. */
export function Truncate({ value, at = 'end', mono, className }: Props) {
  if (value === null || value === undefined || value === '') return <Missing />;
  const classes = cn('min-w-0 max-w-full', mono && 'font-mono text-xs', className);
  if (at === 'end' || value.length < 14) {
    return (
      <span className={cn('inline-block truncate align-bottom', classes)} data-tip-truncated={value}>
        {value}
      </span>
    );
  }
  const tail = value.slice(-6);
  return (
    <span className={cn('inline-flex overflow-hidden align-bottom', classes)} data-tip-truncated={value}>
      {/* The width is a whole number of characters, so that there is no gap between the dots and the tail. */}
      <span className="max-w-[round(down,100%-6ch,1ch)] min-w-[4ch] truncate">{value.slice(0, -6)}</span>
      <span className="shrink-0">{tail}</span>
    </span>
  );
}
