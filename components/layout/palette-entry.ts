import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from '#components/ui/tone.ts';

/** The heading of an entry. */
type PaletteGroup =
  | 'Subscribers'
  | 'Runs'
  | 'Messages'
  | 'Why didn’t …?'
  | 'Workflows'
  | 'Integrations'
  | 'Actions'
  | 'Pages'
  | 'Guides'
  | 'More';

/** The second line of an entry. */
export interface PaletteDetails {
  /** The ID of a subscriber, next to the label. Undefined if the label is the ID. */
  id?: string | undefined;
  /** The email address or phone number of a subscriber, or the result of a run or a message. */
  text: string;
  /** The text at the end of the line: a time or the failing channels. */
  note: ReactNode;
  /** The address of the explanation why the subscriber did not get a message. */
  why: string;
}

export interface PaletteEntry {
  value: string;
  group: PaletteGroup;
  icon: LucideIcon;
  /** The tone of the icon. */
  tone?: Tone;
  label: string;
  /** Other words that find the entry. */
  words?: string | undefined;
  /**
   * Texts in lower case, separated by commas. A search for one of these texts ranks the entry as if the text were its
   * label.
   */
  subjects?: string | undefined;
  /** A text next to the label. In a string, matches of the search are bold. */
  hint?: ReactNode;
  /** Whether the hint is an ID. */
  mono?: boolean;
  /** Shown on two lines. */
  details?: PaletteDetails;
  /** Whether the entry is a part of the previous entry. */
  isPart?: boolean;
  href: string;
  /** Runs instead of opening `href`. */
  run?: () => void;
  /** Whether the palette stays open after `run`. */
  stays?: boolean;
  /** Why the entry cannot be chosen. */
  reason?: string | undefined;
}
