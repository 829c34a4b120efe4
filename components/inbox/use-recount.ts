import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';

/** Milliseconds after which the figures are loaded again. A worker adds sent messages to them every second. */
const LOOKS_MS = [1_500, 4_000, 10_000];

/**
 * Returns a function that loads the figures of the integrations again, so that they include a message that was just
 * sent.
 */
export function useRecount(): () => void {
  const { id } = useEnvironment();
  const client = useQueryClient();
  const [sent, setSent] = useState(0);
  useEffect(() => {
    if (sent === 0) return;
    const look = () => {
      for (const key of ['integration-health', 'integration-usage'])
        void client.invalidateQueries({ queryKey: [key, id] });
    };
    const timers = LOOKS_MS.map((ms) => setTimeout(look, ms));
    return () => timers.forEach(clearTimeout);
  }, [sent, client, id]);
  return () => setSent((count) => count + 1);
}
