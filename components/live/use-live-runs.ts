'use client';

import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import type { LiveState } from '#lib/live/client.ts';
import type { RunChanges } from '#lib/live/schema.ts';
import { LiveRefetch } from './live-refetch.ts';

// Loaded after the first page is shown, and then kept, so that later pages know the state at once.
let client: typeof import('#lib/live/client.ts') | undefined;
async function loadClient() {
  client ??= await import('#lib/live/client.ts');
  return client;
}

interface Options {
  /**
   * The IDs of the runs that the page shows; only changes of these runs cause a refetch. Undefined: changes of any run
   * do.
   */
  shown?: readonly (string | undefined)[];
  /** The keys (or their beginnings) of the queries to read again, each at most once a second and not while the window is hidden. */
  refetch?: readonly QueryKey[];
  /** @default true */
  enabled?: boolean;
}

/**
 * Follows the runs of the page's environment while the component is mounted. One connection serves all hooks and all
 * windows of the browser. Nothing refetches automatically: name the queries.
 *
 *     // An open run follows itself:
 *     const live = useLiveRuns({ shown: [id], refetch: [notificationQueries.one(environment.id, id).queryKey] });
 *     // A list updates its rows in place:
 *     useLiveRuns({ shown: rows.map((row) => row._id), refetch: [list.queryKey] });
 *
 * @returns `live` while it is connected. Otherwise poll instead: `refetchInterval: live !== 'live' && 15_000`.
 */
export function useLiveRuns({ shown, refetch = [], enabled = true }: Options): LiveState {
  const { id: environmentId } = useEnvironment();
  const queryClient = useQueryClient();
  const [state, setState] = useState<LiveState>(() => client?.liveRuns(environmentId).state ?? 'connecting');
  const readAgain = useEffectEvent((reader: LiveRefetch) => reader.ask(refetch));
  const onChanges = useEffectEvent((changes: RunChanges, reader: LiveRefetch) => {
    const { created, changed, more } = changes;
    if (more || !shown || shown.some((id) => id && (changed.includes(id) || created.includes(id)))) readAgain(reader);
  });
  useEffect(() => {
    if (!enabled) return;
    const reader = new LiveRefetch(queryClient);
    let unsubscribe: (() => void) | undefined;
    let isOver = false;
    const follow = ({ liveRuns }: Awaited<ReturnType<typeof loadClient>>) => {
      if (isOver) return;
      const runs = liveRuns(environmentId);
      unsubscribe = runs.subscribe({
        onChanges: (changes) => onChanges(changes, reader),
        onReady: () => readAgain(reader),
        onState: setState,
      });
      setState(runs.state);
    };
    if (client) follow(client);
    // If the code cannot be loaded, the page polls, as during a connection that fails.
    else void loadClient().then(follow, () => undefined);
    return () => {
      isOver = true;
      unsubscribe?.();
      reader.stop();
    };
  }, [queryClient, environmentId, enabled]);
  return enabled ? state : 'off';
}
