import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '#components/table/use-row-keys.ts';

interface Keys {
  onSave: () => void;
  onUndo: () => void;
  onRedo: () => void;
}

/** Handles the editor's keys: ⌘S saves everywhere. ⌘Z and ⇧⌘Z undo and redo the draft outside of fields, which have their own undo. */
export function useEditorKeys({ onSave, onUndo, onRedo }: Keys): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.metaKey || event.ctrlKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const action = key === 's' ? onSave : isTyping(event.target) ? undefined : undoKey(key, event.shiftKey);
    if (!action) return;
    event.preventDefault();
    action();
  });
  const undoKey = (key: string, shift: boolean) =>
    key === 'y' || (key === 'z' && shift) ? onRedo : key === 'z' ? onUndo : undefined;
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
