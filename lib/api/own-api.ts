type OwnApi = (request: Request) => Promise<Response>;

/** Next bundles the pages apart from the front, but both run in one process. */
const shared = globalThis as typeof globalThis & { belfryApi?: OwnApi };

/** Returns all of /api as a function, for pages of the same process. Undefined if Next serves /api; pages then prefetch nothing. */
export function ownApi(): OwnApi | undefined {
  return shared.belfryApi;
}

export function setOwnApi(api: OwnApi): void {
  shared.belfryApi = api;
}
