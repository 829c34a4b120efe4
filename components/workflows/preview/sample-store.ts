import { useSyncExternalStore } from 'react';
import type { PreviewPayload } from '#lib/workflows/client.ts';

/** Sample data by workflow. It is kept while steps open and close, until the page is reloaded. */
const samples = new Map<string, PreviewPayload>();
const listeners = new Set<() => void>();

/** Returns the sample data of a workflow, and a function to change it. Undefined means the example. */
export function useSample(key: string): [PreviewPayload | undefined, (next: PreviewPayload | undefined) => void] {
  const sample = useSyncExternalStore(
    subscribe,
    () => samples.get(key),
    () => undefined,
  );
  return [
    sample,
    (next) => {
      if (next === undefined) samples.delete(key);
      else samples.set(key, next);
      for (const listener of listeners) listener();
    },
  ];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
