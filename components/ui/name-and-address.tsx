import { cn } from './cn.ts';
import { Truncate } from './truncate.tsx';

interface Props {
  name: string;
  /** E-mail address or phone number. */
  address?: string | undefined;
  /** Instead of an address. */
  id?: string | undefined;
  /** The language of the name. */
  lang?: string | undefined;
  /** Of the name. */
  className?: string;
}

/** The width of a character of an id (mono, 12 px), and the gap before it. */
const [CHARACTER, GAP] = [7.2, 8];

/** What the name leaves for an address and the gap before it, in pixels: some letters of it. */
const ADDRESS_ROOM = 80;

/** What the name leaves for the id: a short one whole, of others the beginning, the dots and the end. */
function idRoom(id: string): string {
  return `calc(100% - ${(id.length < 14 ? id.length : 11) * CHARACTER + GAP}px)`;
}

/**
 * A name on one line. An address always follows, cut at its end, and an id, cut in its middle: without it somebody would
 * seem to have none. The name gives way. The tooltip has both whole. A pixel down, it stands on the line of its row.
 */
export function NameAndAddress({ name, address, id, lang, className }: Props) {
  const second = address ?? id;
  return (
    <span
      className="relative top-px inline-flex h-5 w-full min-w-0 items-baseline gap-x-2 overflow-hidden align-bottom"
      data-tip-truncated={second ? `${name} · ${second}` : name}
    >
      <span
        lang={lang}
        dir="auto"
        style={second ? { maxWidth: address ? `calc(100% - ${ADDRESS_ROOM}px)` : idRoom(second) } : undefined}
        className={cn('max-w-full shrink-0 truncate', className)}
      >
        {name}
      </span>
      {address && <span className="min-w-0 grow basis-0 truncate text-faint">{address}</span>}
      {!address && id && (
        <span className="flex min-w-0 grow">
          <Truncate value={id} at="middle" mono className="text-faint" />
        </span>
      )}
    </span>
  );
}
