/**
 * Returns the dashboard address of the call with this request ID. `base` is the path of an environment, or `/settings`
 * for the environment that was visited last.
 */
export function requestAddress(base: string, requestId: string): string {
  return `${base}/request-log?${new URLSearchParams({ request: requestId, entry: 'first' })}`;
}
