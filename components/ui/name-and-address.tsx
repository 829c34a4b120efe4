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

/**
 * A name on one line, and the address or id after it where enough of it can be read: it wraps to a second line, which
 * is cut off. The tooltip has both whole.
 */
export function NameAndAddress({ name, address, id, lang, className }: Props) {
  const second = address ?? id;
  return (
    <span
      className="inline-flex h-5 w-full min-w-0 flex-wrap items-baseline gap-x-2 overflow-hidden align-bottom"
      data-tip-truncated={second ? `${name} · ${second}` : name}
    >
      <span lang={lang} className={cn('max-w-full truncate', className)}>
        {name}
      </span>
      {address && <span className="min-w-0 shrink grow basis-28 truncate text-faint">{address}</span>}
      {!address && id && (
        <span className="flex min-w-0 shrink grow basis-28">
          <Truncate value={id} at="middle" mono className="text-faint" />
        </span>
      )}
    </span>
  );
}
