import { cn } from './cn.ts';
import { CopyButton } from './copy-button.tsx';
import { Truncate } from './truncate.tsx';

interface Props {
  value: string | null | undefined;
  /** The kind of value, for the button's name: "transaction ID". */
  what: string;
  /** Whether to use a monospace font and shorten the value in the middle, as for IDs. */
  mono?: boolean;
  /** Whether to show the value on as many lines as it needs, if it is the main content. */
  whole?: boolean;
  /** The text shown instead of a secret value. */
  masked?: string | undefined;
}

/** A value on one line, with a button that copies all of it. */
export function Copied({ value, what, mono = false, whole = false, masked }: Props) {
  if (value && whole) return <Whole value={value} what={what} mono={mono} />;
  return (
    <span className="flex max-w-full min-w-0 items-center gap-1">
      <Truncate value={masked ?? value} {...(mono && { mono, at: 'middle' })} />
      {value && <CopyButton value={value} what={what} />}
    </span>
  );
}

/** The whole value. The copy button follows the last character on the same line. */
function Whole({ value, what, mono }: { value: string; what: string; mono: boolean }) {
  return (
    <span className={cn('max-w-full min-w-0 py-0.5 pr-7 wrap-anywhere', mono && 'font-mono text-xs leading-5')}>
      {breakable(value)}
      <span className="relative">
        <CopyButton value={value} what={what} className="absolute top-1/2 left-1 -translate-y-1/2" />
      </span>
    </span>
  );
}

/** Lets an address break before its “@” first, and at a hyphen only if one half is longer than the line. */
function breakable(value: string) {
  const at = value.lastIndexOf('@');
  if (at === -1) return value;
  return (
    <>
      <span className="inline-block max-w-full">{value.slice(0, at)}</span>
      <span className="inline-block max-w-full">{value.slice(at)}</span>
    </>
  );
}
