import { cn } from '#components/ui/cn.ts';
import { findProvider } from '#lib/providers/catalogue.ts';
import { initials } from './initials.ts';

/** Two letters of the vendor's name on a tint of its colour, instead of its logo. */
export function ProviderTile({ providerId, faded }: { providerId: string; faded?: boolean }) {
  const { displayName = providerId, color } = findProvider(providerId) ?? {};
  const tint = (share: number) => `color-mix(in oklab, ${color} ${share}%, var(--color-surface))`;
  return (
    <span
      aria-hidden
      style={color && !faded ? { background: tint(16), borderColor: tint(45) } : undefined}
      className={cn(
        'grid size-9 shrink-0 place-items-center rounded-lg border border-line bg-sunken text-xs font-semibold tracking-tight text-fg',
        faded && 'border-dashed border-line-strong/60 text-faint',
      )}
    >
      {initials(displayName)}
    </span>
  );
}
