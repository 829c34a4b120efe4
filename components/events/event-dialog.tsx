'use client';

import dynamic from 'next/dynamic';
import { useWhyNot } from '#components/layout/session.tsx';
import type { EventDialogKind } from './open-event-dialog.tsx';
import type { EventTarget } from './use-event.ts';

const OpenEventDialog = dynamic(() => import('./open-event-dialog.tsx').then((module) => module.OpenEventDialog), {
  ssr: false,
});

interface Props extends EventTarget {
  /** The open dialog of the menu. Only event dialogs are rendered here; the menu renders the others. */
  dialog: string | null | undefined;
  /** The known workflow or subscriber, in words. */
  about: string;
  onClose: () => void;
}

/** The dialog of a menu that triggers or plays an event. Its code is loaded when it opens. */
export function EventDialog({ dialog, ...props }: Props) {
  // A URL can open this dialog too, so check the permission here.
  const denied = useWhyNot('events:trigger');
  return denied === undefined && isEventDialog(dialog) ? <OpenEventDialog {...props} kind={dialog} /> : null;
}

function isEventDialog(dialog: string | null | undefined): dialog is EventDialogKind {
  return dialog === 'test' || dialog === 'trigger' || dialog === 'dry-run';
}
