import { operation, route } from '#lib/api/route.ts';
import { TwoStepProof } from '#lib/two-step/schema.ts';
import { turnOffTwoStep } from '#lib/two-step/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'turnOffTwoStep',
    tag: 'Sessions',
    summary: 'Turn off the caller’s two-step sign-in',
    permission: 'authenticated',
    callers: ['session'],
    body: TwoStepProof,
    errors: [409, 429],
    idempotent: false,
    handle: ({ ctx, body }) => turnOffTwoStep(ctx, body),
  }),
});
