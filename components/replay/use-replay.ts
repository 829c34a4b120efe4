import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { type ReplayInput, replay } from '#lib/replay/client.ts';
import type { ReplayResult } from '#lib/replay/schema.ts';

/** Returns a replay: its result so far, and its actions. It stops when its dialog closes. */
export function useReplay() {
  const { id } = useEnvironment();
  const [result, setResult] = useState<ReplayResult>();
  const running = useRef<AbortController>(undefined);
  const mutation = useMutation({
    mutationFn: (input: ReplayInput) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      return replay(id, input, setResult, controller.signal);
    },
  });
  useEffect(() => () => running.current?.abort(), []);
  return {
    result,
    isRunning: mutation.isPending,
    error: isStopped(mutation.error) ? null : mutation.error,
    start(input: ReplayInput) {
      setResult(undefined);
      mutation.mutate(input);
    },
    stop: () => running.current?.abort(),
  };
}

function isStopped(error: Error | null): boolean {
  return error?.name === 'AbortError';
}
