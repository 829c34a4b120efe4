/** The page to open after sign-in. Always a path of `origin`; the home page when `next` is not one. */
export function pathAfterSignIn(next: string | undefined, origin: string): string {
  if (!next?.startsWith('/')) return '/';
  const url = new URL(next, origin);
  return url.origin === origin ? url.pathname + url.search + url.hash : '/';
}
