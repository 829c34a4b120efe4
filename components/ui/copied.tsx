import { CopyButton } from './copy-button.tsx';
import { Truncate } from './truncate.tsx';

interface Props {
  value: string | null | undefined;
  /** What it is, for the button's name: "transaction id". */
  what: string;
  /** Ids are in mono, cut in the middle. */
  mono?: boolean;
}

/** A value on one line, with a button that copies all of it. */
export function Copied({ value, what, mono = false }: Props) {
  return (
    <span className="flex max-w-full min-w-0 items-center gap-1">
      <Truncate value={value} {...(mono && { mono, at: 'middle' })} />
      {value && <CopyButton value={value} what={what} />}
    </span>
  );
}
