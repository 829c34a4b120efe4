import { cn } from './cn.ts';
import { CopyButton } from './copy-button.tsx';
import { Truncate } from './truncate.tsx';

interface Props {
  value: string | null | undefined;
  /** What it is, for the button's name: "transaction id". */
  what: string;
  /** Ids are in mono, cut in the middle. */
  mono?: boolean;
  /** On as many lines as it needs, where the value is what the reader came for. */
  whole?: boolean;
  /** What is seen in its place, where the value is a secret. */
  masked?: string | undefined;
}

/** A value on one line, with a button that copies all of it. */
export function Copied({ value, what, mono = false, whole = false, masked }: Props) {
  return (
    <span className="flex max-w-full min-w-0 items-center gap-1">
      {value && whole ? (
        <span className={cn('min-w-0 wrap-anywhere', mono && 'font-mono text-xs')}>{breakable(value)}</span>
      ) : (
        <Truncate value={masked ?? value} {...(mono && { mono, at: 'middle' })} />
      )}
      {value && <CopyButton value={value} what={what} />}
    </span>
  );
}

/** An address breaks before its “@” first. */
function breakable(value: string) {
  const at = value.lastIndexOf('@');
  if (at === -1) return value;
  return (
    <>
      {value.slice(0, at)}
      <wbr />
      {value.slice(at)}
    </>
  );
}
