import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useOnline } from './use-online.ts';

/** A note that the browser is offline: the page is not updated, and no other page opens. */
export function ConnectionNotice() {
  const isOnline = useOnline();
  return <div role="status">{!isOnline && <Offline />}</div>;
}

function Offline() {
  const [hasTried, setTried] = useState(false);
  useEffect(() => {
    // Offline, a page that is not loaded yet would open as the browser's error page.
    const stay = (event: MouseEvent) => {
      const { target } = event;
      if (!(target instanceof Element) || target.closest('button') || !target.closest('a[href^="/"], tr[data-row]'))
        return;
      event.preventDefault();
      event.stopPropagation();
      setTried(true);
    };
    window.addEventListener('click', stay, true);
    return () => window.removeEventListener('click', stay, true);
  }, []);
  return (
    <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-1.5 text-xs font-medium text-warn">
      <WifiOff aria-hidden className="size-3.5 shrink-0" />
      You are offline.{' '}
      {hasTried ? 'Open the page again once the connection is back.' : 'This page shows the data loaded before.'}
    </p>
  );
}
