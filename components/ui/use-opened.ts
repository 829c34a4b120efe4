import { useState } from 'react';

/** Whether it is open or was before. Until then, its code need not be loaded. */
export function useOpened(isOpen: boolean): boolean {
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  return wasOpened || isOpen;
}
