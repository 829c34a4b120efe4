import { createElement, type Ref, useEffect, useState } from 'react';

const SCRIPT = '/embed/belfry-inbox.js';

/** The methods of the element that the dashboard calls. */
export interface InboxHandle extends HTMLElement {
  open(options?: { takesFocus?: boolean }): void;
}

interface Props {
  ref: Ref<InboxHandle>;
  applicationIdentifier: string;
  subscriberId: string;
  subscriberHash: string;
}

/** The element `<belfry-inbox>` in the theme of the dashboard. Its script must have been loaded. */
export function InboxElement({ ref, applicationIdentifier, subscriberId, subscriberHash }: Props) {
  return createElement('belfry-inbox', {
    ref,
    'application-identifier': applicationIdentifier,
    'subscriber-id': subscriberId,
    'subscriber-hash': subscriberHash,
    server: window.location.origin,
    lang: 'en',
    theme: document.documentElement.dataset.theme ?? 'auto',
  });
}

type Loading = 'loading' | 'ready' | 'failed';

/** Loads the script that pages embed. `retry` loads it again after a failure. */
export function useInboxScript(): { state: Loading; retry: () => void } {
  const [state, setState] = useState<Loading>('loading');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const settle = (next: Loading) => isCurrent && setState(next);
    // Browsers remember a failed import of a module, so a retry needs another URL.
    const address = attempt === 0 ? SCRIPT : `${SCRIPT}?attempt=${attempt}`;
    loadScript(address).then(
      () => settle('ready'),
      () => settle('failed'),
    );
    return () => {
      isCurrent = false;
    };
  }, [attempt]);
  const retry = () => {
    setState('loading');
    setAttempt(attempt + 1);
  };
  return { state, retry };
}

async function loadScript(address: string): Promise<void> {
  if (customElements.get('belfry-inbox')) return;
  const script = document.createElement('script');
  script.type = 'module';
  script.src = address;
  await new Promise((resolve, reject) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
    document.head.append(script);
  });
  await customElements.whenDefined('belfry-inbox');
}
