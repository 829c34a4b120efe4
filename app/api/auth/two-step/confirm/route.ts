import { operation, route } from '#lib/api/route.ts';
import { ConfirmTwoStepBody, RecoveryCodes } from '#lib/two-step/schema.ts';
import { confirmTwoStep } from '#lib/two-step/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'confirmTwoStep',
    tag: 'Sessions',
    summary: 'Turn on two-step sign-in with a first code, and return the recovery codes',
    permission: 'authenticated',
    callers: ['session'],
    acceptsLackOfTwoStep: true,
    body: ConfirmTwoStepBody,
    response: RecoveryCodes,
    errors: [409],
    idempotent: false,
    handle: ({ ctx, body }) => confirmTwoStep(ctx, body),
  }),
});
