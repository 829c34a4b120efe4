'use client';

import { useSyncExternalStore } from 'react';
import { Kbd } from './kbd.tsx';

const never = () => () => undefined;

/** The key that goes before a shortcut, as it is printed on the reader's keyboard: ⌘ or Ctrl. */
export function CommandKey() {
  const isApple = useSyncExternalStore(
    never,
    () => /Mac|iPhone|iPad/.test(navigator.userAgent),
    () => false,
  );
  return <Kbd>{isApple ? '⌘' : 'Ctrl'}</Kbd>;
}
