'use client';

import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import type { LiveState } from '#lib/live/client.ts';
import type { RunChanges } from '#lib/live/schema.ts';
import type { LiveRefetch } from './live-refetch.ts';

// Loaded after the first page is shown, and then kept, so that later pages know the state immediately.
let loaded: Awaited<ReturnType<typeof loadFollowing>> | undefined;
async function loadFollowing() {
  const [{ liveRuns }, { LiveRefetch }] = await Promise.all([
    import('#lib/live/client.ts'),
    import('./live-refetch.ts'),
  ]);
  return { liveRuns, LiveRefetch };
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
  const [state, setState] = useState<LiveState>(() => loaded?.liveRuns(environmentId).state ?? 'connecting');
  const readAgain = useEffectEvent((reader: LiveRefetch) => reader.ask(refetch));
  const onChanges = useEffectEvent((changes: RunChanges, reader: LiveRefetch) => {
    const { created, changed, more } = changes;
    if (more || !shown || shown.some((id) => id && (changed.includes(id) || created.includes(id)))) readAgain(reader);
  });
  useEffect(() => {
    if (!enabled) return;
    let stop: (() => void) | undefined;
    let isOver = false;
    const follow = (code: NonNullable<typeof loaded>) => {
      loaded = code;
      if (isOver) return;
      const reader = new code.LiveRefetch(queryClient);
      const runs = code.liveRuns(environmentId);
      const unsubscribe = runs.subscribe({
        onChanges: (changes) => onChanges(changes, reader),
        onReady: () => readAgain(reader),
        onState: setState,
      });
      stop = () => {
        unsubscribe();
        reader.stop();
      };
      setState(runs.state);
    };
    if (loaded) follow(loaded);
    // If the code cannot be loaded, the page polls, as during a connection that fails.
    else void loadFollowing().then(follow, () => undefined);
    return () => {
      isOver = true;
      stop?.();
    };
  }, [queryClient, environmentId, enabled]);
  return enabled ? state : 'off';
}
