/** Returns the dashboard URL of a layout. `base` is the environment's (`/production`). */
export function layoutAddress(base: string, layoutId: string): string {
  return `${base}/layouts/${encodeURIComponent(layoutId)}`;
}
