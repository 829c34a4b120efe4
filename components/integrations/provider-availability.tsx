import { Info, TriangleAlert } from 'lucide-react';
import { Badge } from '#components/ui/badge.tsx';
import type { Provider } from '#lib/providers/provider.ts';

/** Returns a remark about using a provider, as a label and a sentence. Undefined if there is none. */
export function availabilityOf(provider: Provider): { label: string; text: string; warns: boolean } | undefined {
  const { kind, deliverable, availability, availabilityNote = '', displayName } = provider;
  if (kind === 'agent') return undefined;
  if (availability === 'undeliverable') return { label: 'Undeliverable', text: availabilityNote, warns: true };
  if (!deliverable) {
    const text = `Belfry cannot send through ${displayName} yet. You can add an integration and use it in sandbox mode. To send, use the channel’s webhook provider, which posts to your own server. ${availabilityNote}`;
    return { label: 'Not yet deliverable', text: text.trim(), warns: true };
  }
  if (availability === 'legacy') return { label: 'Legacy', text: availabilityNote, warns: true };
  return availabilityNote ? { label: 'Note', text: availabilityNote, warns: false } : undefined;
}

/** The availability as a badge with the sentence as its tooltip. Empty for a current provider. */
export function AvailabilityBadge({ provider }: { provider: Provider }) {
  const availability = availabilityOf(provider);
  if (!availability?.warns) return null;
  return (
    <Badge tone="warn" data-tip={availability.text}>
      <TriangleAlert aria-hidden />
      {availability.label}
    </Badge>
  );
}

/** The availability as a paragraph. Empty for a current provider. */
export function AvailabilityNote({ provider }: { provider: Provider }) {
  const availability = availabilityOf(provider);
  if (!availability) return null;
  const Icon = availability.warns ? TriangleAlert : Info;
  return (
    <p className={`flex items-start gap-2 ${availability.warns ? 'text-warn' : 'text-muted'}`}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      {availability.text}
    </p>
  );
}
