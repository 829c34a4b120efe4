/** Where a sign-in goes on: only ever a path of `origin`, the home page when `next` is none. */
export function pathAfterSignIn(next: string | undefined, origin: string): string {
  if (!next?.startsWith('/')) return '/';
  const url = new URL(next, origin);
  return url.origin === origin ? url.pathname + url.search : '/';
}
