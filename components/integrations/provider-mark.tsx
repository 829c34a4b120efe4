import { Bot } from 'lucide-react';
import { channels } from '#components/status/channels.tsx';
import { cn } from '#components/ui/cn.ts';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import { providerInitials } from '#lib/providers/catalogue/initials.ts';
import { PROVIDER_MARKS } from '#lib/providers/catalogue/marks.ts';

/**
 * The vendor's mark in one colour, its initials, or the icon of its channel. Loaded separately, because the marks are
 * large.
 */
export function ProviderMark({ providerId }: { providerId: string }) {
  const mark = PROVIDER_MARKS[providerId];
  if (mark !== undefined) {
    return (
      <svg viewBox="0 0 24 24" fill="currentColor" className="size-4" aria-hidden>
        <path d={mark} />
      </svg>
    );
  }
  const initials = providerInitials(providerId);
  if (initials !== undefined) {
    return <span className={cn('text-xs font-semibold', initials.length > 2 && 'tracking-tight')}>{initials}</span>;
  }
  const channel = findProvider(providerId)?.channel;
  const Icon = channel ? channels[channel].icon : Bot;
  return <Icon aria-hidden className="size-4" />;
}
