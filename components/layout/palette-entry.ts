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
  'More',
] as const;

export interface PalettePerson {
  /** Unless it stands in for the name. */
  id: string | undefined;
  /** E-mail address or phone number. */
  address: string | undefined;
  /** When they last got a message, or what fails. */
  note: ReactNode;
  /** The address of why they did not get something. */
  why: string;
}

export interface PaletteEntry {
  value: string;
  group: (typeof PALETTE_GROUPS)[number];
  icon: LucideIcon;
  label: string;
  /** A text is an address or a name: what matches is bold in it. */
  hint?: ReactNode;
  /** The hint is an id. */
  mono?: boolean;
  /** Somebody: told on two lines. */
  person?: PalettePerson;
  /** It is about the entry above it. */
  isPart?: boolean;
  href: string;
  /** Why the entry cannot be chosen. */
  reason?: string | undefined;
}
