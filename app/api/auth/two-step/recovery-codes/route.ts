import { operation, route } from '#lib/api/route.ts';
import { RecoveryCodes, TwoStepProof } from '#lib/two-step/schema.ts';
import { replaceRecoveryCodes } from '#lib/two-step/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'replaceRecoveryCodes',
    tag: 'Sessions',
    summary: 'Replace the caller’s recovery codes',
    permission: 'authenticated',
    callers: ['session'],
    body: TwoStepProof,
    response: RecoveryCodes,
    errors: [409, 429],
    idempotent: false,
    handle: ({ ctx, body }) => replaceRecoveryCodes(ctx, body),
  }),
});
