'use client';

import { useSyncExternalStore } from 'react';
import { Kbd } from './kbd.tsx';

const never = () => () => undefined;

/** The modifier key of shortcuts, as printed on the reader's keyboard: ⌘ or Ctrl. */
export function CommandKey() {
  const isApple = useSyncExternalStore(
    never,
    () => /Mac|iPhone|iPad/.test(navigator.userAgent),
    () => false,
  );
  return <Kbd>{isApple ? '⌘' : 'Ctrl'}</Kbd>;
}
