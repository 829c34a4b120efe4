import { useQuery } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { meQueries } from '#lib/me/client.ts';

/**
 * Reads the signed-in user, and reads again on each navigation and when the window gets the focus: an owner may have
 * changed the role since. An equal response renders nothing again.
 */
export function useMe() {
  const me = useQuery({ ...meQueries.current(), refetchOnWindowFocus: 'always' });
  const { refetch } = me;
  const pathname = usePathname();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    void refetch({ cancelRefetch: false });
  }, [pathname, refetch]);
  return me;
}
