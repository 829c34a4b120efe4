import { useState } from 'react';

/** Whether the component is or was open. Before that, its code need not be loaded. */
export function useOpened(isOpen: boolean): boolean {
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  return wasOpened || isOpen;
}
