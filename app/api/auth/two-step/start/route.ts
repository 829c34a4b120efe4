import { operation, route } from '#lib/api/route.ts';
import { StartTwoStepBody, TwoStepStarted } from '#lib/two-step/schema.ts';
import { startTwoStep } from '#lib/two-step/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'startTwoStep',
    tag: 'Sessions',
    summary: 'Start the setup of two-step sign-in, and return the secret for the authenticator app',
    permission: 'authenticated',
    callers: ['session'],
    acceptsLackOfTwoStep: true,
    body: StartTwoStepBody,
    response: TwoStepStarted,
    errors: [409, 429],
    idempotent: false,
    handle: ({ ctx, body }) => startTwoStep(ctx, body),
  }),
});
