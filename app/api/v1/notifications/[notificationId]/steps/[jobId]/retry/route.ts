import { operation, route } from '#lib/api/route.ts';
import { retryStep } from '#lib/notifications/retry/retry-step.ts';
import { RetriedStep, RetryStepBody, StepParams } from '#lib/notifications/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'retryStep',
    tag: 'Notifications',
    summary: 'Retry a failed step of a notification, or a step that waits for its next attempt',
    permission: 'messages:retry',
    params: StepParams,
    body: RetryStepBody,
    status: 200,
    response: RetriedStep,
    errors: [404, 409],
    handle: ({ ctx, params, body }) => retryStep(ctx, params, body),
  }),
});
