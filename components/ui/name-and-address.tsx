interface Props {
  name: string;
  /** E-mail address, phone number or id. */
  address?: string | undefined;
}

/**
 * A name on one line, and the address after it where enough of it can be read: it wraps to a second line, which is cut
 * off. The tooltip has both whole.
 */
export function NameAndAddress({ name, address }: Props) {
  return (
    <span
      className="inline-flex h-5 w-full min-w-0 flex-wrap gap-x-2 overflow-hidden align-bottom"
      data-tip-truncated={address ? `${name} · ${address}` : name}
    >
      <span className="max-w-full truncate">{name}</span>
      {address && <span className="min-w-0 shrink grow basis-28 truncate text-faint">{address}</span>}
    </span>
  );
}
