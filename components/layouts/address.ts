/** The dashboard's address of a layout. `base` is its environment's (`/production`). */
export function layoutAddress(base: string, layoutId: string): string {
  return `${base}/layouts/${encodeURIComponent(layoutId)}`;
}
