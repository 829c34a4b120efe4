import type { CSSProperties } from 'react';
import { cn } from './cn.ts';
import { Truncate } from './truncate.tsx';

interface Props {
  name: string;
  /** Email address or phone number. */
  address?: string | undefined;
  /** The ID, shown instead of an address. */
  id?: string | undefined;
  /** The language of the name. */
  lang?: string | undefined;
  /** The class of the name. */
  className?: string;
  /** Puts the address or ID below the name below 1520 px, for rows with a second line. */
  stacks?: boolean;
  /** Puts an address that does not fit next to the name below it, for rows with enough room. */
  wraps?: boolean;
}

/** The width in pixels of a character of an ID (mono, 12 px), and of the gap before the ID. */
const [CHARACTER, GAP] = [7.2, 8];

/** The minimum width in pixels for an address and the gap before it: a few letters. */
const ADDRESS_ROOM = 80;

const WRAPPED = 'max-w-full grow-0 basis-auto';

const UNDER_NAME = 'max-[1519px]:max-w-full max-[1519px]:grow-0 max-[1519px]:basis-auto max-[1519px]:text-xs/[18px]';

/** Returns the maximum width of a name before an ID: a short ID stays whole, a longer one is cut in its middle. */
function idRoom(id: string): string {
  return `calc(100% - ${(id.length < 14 ? id.length : 11) * CHARACTER + GAP}px)`;
}

/**
 * A name on one line, followed by an address that is cut at its end, or by an ID that is cut in its middle. A part of
 * the address or ID is always visible, because the subscriber would otherwise seem to have none. The name shrinks
 * first. The tooltip shows both in full. One pixel down aligns the line with its row.
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
