import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from '#components/ui/tone.ts';

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

/** What an entry says beneath its label. */
export interface PaletteDetails {
  /** The ID of a subscriber, next to the label. Undefined if the label is the ID. */
  id?: string | undefined;
  /** The email address or phone number of a subscriber, or the result of a run or a message. */
  text: string;
  /** At the end of the line: when, or what fails. */
  note: ReactNode;
  /** The address of the explanation why the subscriber did not get a message. */
  why: string;
}

export interface PaletteEntry {
  value: string;
  group: (typeof PALETTE_GROUPS)[number];
  icon: LucideIcon;
  /** What the colour of the icon says. */
  tone?: Tone;
  label: string;
  /** A text is an address or a name: what matches is bold in it. */
  hint?: ReactNode;
  /** The hint is an id. */
  mono?: boolean;
  /** Shown on two lines. */
  details?: PaletteDetails;
  /** It is about the entry above it. */
  isPart?: boolean;
  href: string;
  /** Why the entry cannot be chosen. */
  reason?: string | undefined;
}
