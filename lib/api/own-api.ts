type OwnApi = (request: Request) => Promise<Response>;

/**
 * Shared through globalThis: the pages and the front server run in one process, but Next bundles the pages separately.
 */
const shared = globalThis as typeof globalThis & { belfryApi?: OwnApi };

/**
 * Returns a function that serves all of /api, for pages of the same process. Undefined if Next serves /api. Pages then
 * prefetch nothing.
 */
export function ownApi(): OwnApi | undefined {
  return shared.belfryApi;
}

export function setOwnApi(api: OwnApi): void {
  shared.belfryApi = api;
}
