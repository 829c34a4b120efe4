import { operation, route } from '#lib/api/route.ts';
import { retryStep } from '#lib/notifications/retry-step.ts';
import { RetriedStep, StepParams } from '#lib/notifications/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'retryStep',
    tag: 'Notifications',
    summary: 'Run a step of a notification again that failed, or at once one that waits to be tried again',
    permission: 'messages:retry',
    params: StepParams,
    status: 200,
    response: RetriedStep,
    errors: [404, 409],
    handle: ({ ctx, params }) => retryStep(ctx, params),
  }),
});
