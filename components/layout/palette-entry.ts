import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface PaletteEntry {
  value: string;
  group: 'Subscribers' | 'Why didn’t …?' | 'Workflows' | 'Runs' | 'Actions' | 'Pages';
  icon: LucideIcon;
  label: string;
  hint?: ReactNode;
  href: string;
  /** Why the entry cannot be chosen. */
  reason?: string | undefined;
}
