import { type DehydratedState, dehydrate, type QueryClient } from '@tanstack/react-query';
import { cookies, headers } from 'next/headers';
import { cache } from 'react';
import { meQueries } from '#lib/me/client.ts';
import { signInProviderQueries } from '#lib/sign-in-providers/client.ts';
import type { SignInChoice } from '#lib/sign-in-providers/schema.ts';
import { ZONE_COOKIES } from '#lib/time/reader-zone.ts';
import { isTimeZone } from '#lib/time/time-zone.ts';
import { sendThrough } from './client.ts';
import { ownApi } from './own-api.ts';
import { createQueryClient } from './query-client.ts';

/**
 * Prefetches the responses to the browser's first requests, through the same routes and queries, and sends them with
 * the page. The browser then shows rows before it has loaded any script.
 */

/** Maximum wait of a page for its data, in milliseconds. The browser requests missing data itself. */
const TIMEOUT_MS = 1000;

/**
 * On the server, API requests go directly to the API of this process, with the headers of the page request: cookie and
 * client address.
 */
sendThrough(async (path, { method = 'GET', headers: own }) => {
  const api = ownApi();
  if (!api) throw new Error('Next answers /api itself');
  const all = new Headers(await headers());
  for (const [name, value] of new Headers(own)) all.set(name, value);
  return api(new Request(`http://localhost${path}`, { method, headers: all }));
});

/**
 * Returns the time of the page request in milliseconds, the reader's time zone if the browser sent one, and whether the
 * reader chose this time zone.
 */
export const firstPaint = cache(async () => {
  const jar = await cookies();
  const zoneIn = (name: string) => [jar.get(name)?.value].find((zone) => zone && isTimeZone(zone));
  const chosen = zoneIn(ZONE_COOKIES.chosen);
  return { at: Date.now(), zone: chosen ?? zoneIn(ZONE_COOKIES.device), isChosen: chosen !== undefined };
});

/** Reads the signed-in user. Undefined if no user is signed in, or for a navigation inside the open dashboard. */
export async function prefetchMe(): Promise<DehydratedState | undefined> {
  const client = await readMe();
  return client && dehydrate(client);
}

/**
 * Runs `read` for the environment with this slug. Undefined in the cases of {@link prefetchMe}, or for an unknown slug.
 */
export async function prefetch(
  slug: string,
  read: (client: QueryClient, environmentId: string) => Promise<void>,
): Promise<DehydratedState | undefined> {
  const me = (await readMe())?.getQueryData(meQueries.current().queryKey);
  const environment = me?.environments.find((one) => one.slug === slug);
  if (!environment) return undefined;
  const client = createQueryClient();
  await withTimeout(read(client, environment._id));
  return dehydrate(client);
}

const readMe = cache(async (): Promise<QueryClient | undefined> => {
  const isDocument = (await headers()).get('accept')?.startsWith('text/html');
  // If the time zone is not known, prefetch nothing: the first rows would show other times than the browser does later.
  if (!ownApi() || !isDocument || !(await firstPaint()).zone) return undefined;
  return requestMe();
});

/** Whether a signed-in member requests the page. False in development, or if the response takes too long. */
export async function isSignedIn(): Promise<boolean> {
  if (!ownApi() || !(await headers()).has('cookie')) return false;
  return (await requestMe()).getQueryData(meQueries.current().queryKey) !== undefined;
}

/** Reads the providers for the sign-in page. Undefined in development, or if the response takes too long. */
export async function prefetchChoices(): Promise<SignInChoice[] | undefined> {
  if (!ownApi()) return undefined;
  const client = createQueryClient();
  await withTimeout(client.prefetchQuery(signInProviderQueries.choices()));
  return client.getQueryData(signInProviderQueries.choices().queryKey);
}

/** Requests the signed-in user. The returned client has no data if no user is signed in, or the response takes too long. */
async function requestMe(): Promise<QueryClient> {
  const client = createQueryClient();
  await withTimeout(client.prefetchQuery(meQueries.current()));
  return client;
}

/** Waits for `work`, for at most {@link TIMEOUT_MS}. `work` is not cancelled after that. */
function withTimeout(work: Promise<void>): Promise<void> {
  return Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, TIMEOUT_MS))]);
}
