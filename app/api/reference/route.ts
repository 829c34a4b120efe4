import { openApiDocument } from '#lib/api/openapi.ts';
import { referencePage } from '#lib/api/reference-page.ts';
import { operation, route } from '#lib/api/route.ts';
import { newNonce } from '#lib/front/security-headers.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getReference',
    tag: 'Reference',
    summary: 'The API reference as a page',
    permission: 'public',
    hidden: true,
    handle: async () => {
      const nonce = newNonce();
      return new Response(referencePage(await openApiDocument(), nonce), {
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
        },
      });
    },
  }),
});
