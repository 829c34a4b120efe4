'use client';

import dynamic from 'next/dynamic';
import { useWhyNot } from '#components/layout/session.tsx';
import type { EventTarget } from './event-form.tsx';

const DryRunDialog = dynamic(
  () => import('#components/explain/dry-run-dialog.tsx').then((module) => module.DryRunDialog),
  { ssr: false },
);
const TriggerDialog = dynamic(() => import('./trigger-dialog.tsx').then((module) => module.TriggerDialog), {
  ssr: false,
});

interface Props extends EventTarget {
  /** The open dialog of the menu. Only event dialogs are rendered here; the menu renders the others. */
  dialog: string | null | undefined;
  /** The known workflow or subscriber, in words. */
  about: string;
  onClose: () => void;
}

/** The dialogs of a menu that trigger or play an event. Their code is loaded when one is opened. */
export function EventDialog({ dialog, about, onClose, ...target }: Props) {
  // A URL can open this dialog too, so check the permission here.
  const denied = useWhyNot('events:trigger');
  if (denied !== undefined) return null;
  if (dialog === 'trigger') return <TriggerDialog {...target} about={about} open onOpenChange={onClose} />;
  if (dialog === 'dry-run') return <DryRunDialog {...target} open onOpenChange={onClose} />;
  return null;
}
