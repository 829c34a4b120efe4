import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

/** Says that there is no network: what is on the page stays, but is not refreshed. */
export function ConnectionNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine, alwaysOnline);
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-1.5 text-xs font-medium text-warn">
          <WifiOff aria-hidden className="size-3.5 shrink-0" />
          You are offline. This page shows what was loaded before.
        </p>
      )}
    </div>
  );
}

const alwaysOnline = () => true;

function subscribe(listener: () => void): () => void {
  const events = ['online', 'offline'];
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
  };
}
