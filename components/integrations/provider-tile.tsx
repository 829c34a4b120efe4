import { cn } from '#components/ui/cn.ts';
import { findProvider } from '#lib/providers/catalogue.ts';
import { inkOn } from './ink-on.ts';

/** A letter in the vendor's colour, instead of its logo. */
export function ProviderTile({ providerId, faded }: { providerId: string; faded?: boolean }) {
  const { displayName = providerId, color } = findProvider(providerId) ?? {};
  return (
    <span
      aria-hidden
      style={color && !faded ? { background: color, color: inkOn(color) } : undefined}
      className={cn(
        'grid size-9 shrink-0 place-items-center rounded-md border border-line-strong/30 bg-sunken text-xl font-bold text-muted',
        faded && 'border-dashed border-line-strong/60 text-faint',
      )}
    >
      {displayName.charAt(0).toUpperCase()}
    </span>
  );
}
