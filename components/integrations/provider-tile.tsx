import dynamic from 'next/dynamic';
import { cn } from '#components/ui/cn.ts';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import { providerInitials } from '#lib/providers/catalogue/initials.ts';

const ProviderMark = dynamic(() => import('./provider-mark.tsx').then((module) => module.ProviderMark), { ssr: false });

/** The vendor's mark or initials in its colour, on a tint of it. The border is visible for dark colours too. */
export function ProviderTile({ providerId, faded }: { providerId: string; faded?: boolean }) {
  const color = findProvider(providerId)?.color ?? ownColor(providerId);
  const mix = (share: number, other: string) => `color-mix(in oklab, ${color} ${share}%, var(--color-${other}))`;
  const colours = { background: mix(16, 'surface'), borderColor: mix(30, 'line-strong'), color: mix(30, 'fg') };
  return (
    <span
      aria-hidden
      style={color && !faded ? colours : undefined}
      className={cn(
        'grid size-9 shrink-0 place-items-center rounded-lg border border-line bg-sunken text-fg',
        faded && 'border-dashed border-line-strong/60 text-faint',
      )}
    >
      <ProviderMark providerId={providerId} />
    </span>
  );
}

/** A colour for a vendor whose colour is unknown, so that its initials are distinct. None for a protocol. */
function ownColor(providerId: string): string | undefined {
  if (providerInitials(providerId) === undefined) return undefined;
  const sum = [...providerId].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return `oklch(0.6 0.13 ${(sum * 47) % 360})`;
}
