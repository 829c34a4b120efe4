/** Returns the path to open after sign-in: `next` if it is a path of `origin`, otherwise the home page. */
export function pathAfterSignIn(next: string | undefined, origin: string): string {
  if (!next?.startsWith('/')) return '/';
  const url = URL.parse(next, origin);
  // URL parsing turns a path such as `/.//evil.example` into `//evil.example`, which browsers would read as a host.
  if (url?.origin !== origin || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}
