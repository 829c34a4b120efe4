import type { WithCookies } from './sessions.ts';

/** Returns a JSON response that also sets cookies. A plain value that `handle` returns cannot set cookies. */
export function cookieReply({ body, cookies }: WithCookies<unknown>, status = 200): Response {
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(JSON.stringify(body), { status, headers });
}

/** Returns a redirect to a path of the dashboard that also sets cookies. */
export function cookieRedirect({ body: location, cookies }: WithCookies<string>): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}
