import type { CSSProperties } from 'react';
import { cn } from './cn.ts';
import { Truncate } from './truncate.tsx';

interface Props {
  name: string;
  /** Email address or phone number. */
  address?: string | undefined;
  /** Instead of an address. */
  id?: string | undefined;
  /** The language of the name. */
  lang?: string | undefined;
  /** Of the name. */
  className?: string;
  /** Below 1520 px the address or id stands under the name, for rows with a second line. */
  stacks?: boolean;
  /** An address that does not fit next to the name is below it: for rows with the room. */
  wraps?: boolean;
}

/** The width of a character of an id (mono, 12 px), and the gap before it. */
const [CHARACTER, GAP] = [7.2, 8];

/** What the name leaves for an address and the gap before it, in pixels: some letters of it. */
const ADDRESS_ROOM = 80;

const WRAPPED = 'max-w-full grow-0 basis-auto';

const UNDER_NAME = 'max-[1519px]:max-w-full max-[1519px]:grow-0 max-[1519px]:basis-auto max-[1519px]:text-xs/[18px]';

/** What the name leaves for the id: a short one whole, of others the beginning, the dots and the end. */
function idRoom(id: string): string {
  return `calc(100% - ${(id.length < 14 ? id.length : 11) * CHARACTER + GAP}px)`;
}

/**
 * A name on one line, always followed by an address, cut at its end, or an ID, cut in its middle: otherwise the subscriber
 * would seem to have none. The name shrinks first. The tooltip has both in full. One pixel down aligns it with its row.
 */
export function NameAndAddress({ name, address, id, lang, className, stacks, wraps }: Props) {
  const second = address ?? id;
  const room = address ? `calc(100% - ${ADDRESS_ROOM}px)` : second && idRoom(second);
  return (
    <span
      className={cn(
        'relative top-px inline-flex h-5 w-full min-w-0 items-baseline gap-x-2 overflow-hidden align-bottom',
        wraps && 'h-auto min-h-5 flex-wrap leading-[18px]',
        stacks && 'max-[1519px]:top-0 max-[1519px]:h-auto max-[1519px]:flex-col max-[1519px]:leading-[18px]',
      )}
      data-tip-truncated={second ? `${name} · ${second}` : name}
    >
      <span
        lang={lang}
        dir="auto"
        style={{ '--room': room ?? '100%' } as CSSProperties}
        className={cn(
          'max-w-(--room) shrink-0 truncate',
          wraps && 'max-w-full',
          stacks && 'max-[1519px]:max-w-full',
          className,
        )}
      >
        {name}
      </span>
      {address && (
        <span className={cn('min-w-0 grow basis-0 truncate text-faint', wraps && WRAPPED, stacks && UNDER_NAME)}>
          {address}
        </span>
      )}
      {!address && id && (
        <span className={cn('flex min-w-0 grow', wraps && WRAPPED, stacks && UNDER_NAME)}>
          <Truncate value={id} at="middle" mono className="text-faint" />
        </span>
      )}
    </span>
  );
}
