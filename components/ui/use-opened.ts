import { useState } from 'react';

/** Whether it is open or once was: what nobody has opened yet need not be loaded. */
export function useOpened(isOpen: boolean): boolean {
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  return wasOpened || isOpen;
}
