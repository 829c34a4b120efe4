import { operation, route } from '#lib/api/route.ts';
import { SigningSecret } from '#lib/environments/schema.ts';
import { renewSigningSecret, showSigningSecret } from '#lib/environments/signing-secret.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getSigningSecret',
    tag: 'Environments',
    summary: 'Show the secret that signs requests of HTTP steps',
    permission: 'environments:secrets',
    callers: ['session'],
    response: SigningSecret,
    errors: [422],
    handle: ({ ctx }) => showSigningSecret(ctx),
  }),
  POST: operation({
    operationId: 'renewSigningSecret',
    tag: 'Environments',
    summary: 'Replace the secret that signs requests of HTTP steps',
    permission: 'environments:secrets',
    callers: ['session'],
    response: SigningSecret,
    handle: ({ ctx }) => renewSigningSecret(ctx),
  }),
});
