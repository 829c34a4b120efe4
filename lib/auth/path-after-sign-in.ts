/** Returns the page to open after sign-in: a path of `origin`, or the home page if `next` is not one. */
export function pathAfterSignIn(next: string | undefined, origin: string): string {
  if (!next?.startsWith('/')) return '/';
  const url = URL.parse(next, origin);
  // A path such as `/.//evil.example` is normalised to one that browsers read as a host.
  if (url?.origin !== origin || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}
