/** Returns the address that opens the call with this request ID. `base` is an environment's, or `/settings` for the one visited last. */
export function requestAddress(base: string, requestId: string): string {
  return `${base}/request-log?${new URLSearchParams({ request: requestId, entry: 'first' })}`;
}
