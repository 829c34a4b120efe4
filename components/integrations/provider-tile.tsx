import dynamic from 'next/dynamic';
import { cn } from '#components/ui/cn.ts';
import { findProvider } from '#lib/providers/catalogue.ts';

const ProviderMark = dynamic(() => import('./provider-mark.tsx').then((module) => module.ProviderMark), { ssr: false });

/** The vendor's mark on a tint of its colour. */
export function ProviderTile({ providerId, faded }: { providerId: string; faded?: boolean }) {
  const { color } = findProvider(providerId) ?? {};
  const tint = (share: number) => `color-mix(in oklab, ${color} ${share}%, var(--color-surface))`;
  return (
    <span
      aria-hidden
      style={color && !faded ? { background: tint(16), borderColor: tint(45) } : undefined}
      className={cn(
        'grid size-9 shrink-0 place-items-center rounded-lg border border-line bg-sunken text-fg',
        faded && 'border-dashed border-line-strong/60 text-faint',
      )}
    >
      <ProviderMark providerId={providerId} />
    </span>
  );
}
