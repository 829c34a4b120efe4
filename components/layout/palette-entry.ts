import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** The groups of entries, in the order in which they are shown. */
export const PALETTE_GROUPS = [
  'Subscribers',
  'Runs',
  'Messages',
  'Why didn’t …?',
  'Workflows',
  'Actions',
  'Pages',
] as const;

export interface PaletteEntry {
  value: string;
  group: (typeof PALETTE_GROUPS)[number];
  icon: LucideIcon;
  label: string;
  /** A text is an address or a name: what matches is bold in it. */
  hint?: ReactNode;
  /** The hint is an id. */
  mono?: boolean;
  /** It is about the entry above it. */
  isPart?: boolean;
  href: string;
  /** Why the entry cannot be chosen. */
  reason?: string | undefined;
}
