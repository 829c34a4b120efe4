import { Info, TriangleAlert } from 'lucide-react';
import { Badge } from '#components/ui/badge.tsx';
import type { Provider } from '#lib/providers/provider.ts';

/** A warning or remark about using a provider, as a label and a sentence. Undefined when there is none. */
export function standingOf(provider: Provider): { label: string; text: string; warns: boolean } | undefined {
  const { kind, deliverable, standing, standingNote = '', displayName } = provider;
  if (kind === 'agent') return undefined;
  if (standing === 'undeliverable') return { label: 'Undeliverable', text: standingNote, warns: true };
  if (!deliverable) {
    const text = `Belfry cannot send through ${displayName} yet. An integration can be kept, and works in sandbox mode. ${standingNote}`;
    return { label: 'Not yet deliverable', text: text.trim(), warns: true };
  }
  if (standing === 'legacy') return { label: 'Legacy', text: standingNote, warns: true };
  return standingNote ? { label: 'Note', text: standingNote, warns: false } : undefined;
}

/** The availability as a badge with the sentence as its tooltip. Nothing for a current provider. */
export function StandingBadge({ provider }: { provider: Provider }) {
  const standing = standingOf(provider);
  if (!standing?.warns) return null;
  return (
    <Badge tone="warn" data-tip={standing.text}>
      <TriangleAlert aria-hidden />
      {standing.label}
    </Badge>
  );
}

/** The availability as a paragraph. Nothing for a current provider. */
export function StandingNote({ provider }: { provider: Provider }) {
  const standing = standingOf(provider);
  if (!standing) return null;
  const Icon = standing.warns ? TriangleAlert : Info;
  return (
    <p className={`flex items-start gap-2 ${standing.warns ? 'text-warn' : 'text-muted'}`}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      {standing.text}
    </p>
  );
}
