import type { ReactNode } from 'react';
import { notify } from '#components/ui/notify.ts';
import { notifyFailure } from './notify-failure.tsx';

interface Undoable {
  /** Identifies the notification, so that it can be dismissed. */
  id?: string;
  description?: ReactNode;
  /** Sends the inverse request. Rejects if the item has changed since then. */
  undo: () => Promise<unknown>;
  /** The title of the notification after undoing: “Postmark is active again”. Absent: `undo` shows its result. */
  undone?: string;
}

/**
 * The time for which the notification stays, in milliseconds: long enough to read it, and to reach *Undo* with the
 * keyboard.
 */
const SHOWN_MS = 12_000;

/** Shows the completed action, with *Undo*. Undoing shows its result. */
export function notifyUndoable(title: string, { id, description, undo, undone }: Undoable): void {
  const run = async () => {
    try {
      await undo();
      if (undone !== undefined) notify.done(undone);
    } catch (error) {
      notifyFailure(error, 'Not undone');
    }
  };
  notify.done(title, {
    ...(id !== undefined && { id }),
    ...(description && { description }),
    action: { label: 'Undo', onClick: () => void run() },
    duration: SHOWN_MS,
  });
}
