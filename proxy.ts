import { type NextRequest, NextResponse } from 'next/server';
import { contentSecurityPolicy, newNonce, securityHeaders } from '#lib/front/security-headers.ts';

/**
 * For plain `next start` only: does what server.ts does in front of Next. Behind server.ts the policy is already set.
 */
export function proxy(request: NextRequest) {
  if (request.headers.has('content-security-policy')) return NextResponse.next();
  const policy = contentSecurityPolicy(newNonce(), process.env.NODE_ENV === 'development');
  const headers = new Headers(request.headers);
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value);
  response.headers.set('content-security-policy', policy);
  return response;
}

export const config = { matcher: '/((?!api/|_next/static|favicon.ico).*)' };
