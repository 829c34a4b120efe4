import { operation, route } from '#lib/api/route.ts';
import { resendStep } from '#lib/notifications/retry/resend-step.ts';
import { ResendStepBody, ResentRun, StepParams } from '#lib/notifications/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'resendStep',
    tag: 'Notifications',
    summary: 'Send the message of a step again, in a separate run',
    permission: 'messages:resend',
    params: StepParams,
    body: ResendStepBody,
    status: 201,
    response: ResentRun,
    errors: [404, 409],
    handle: ({ ctx, params, body }) => resendStep(ctx, params, body),
  }),
});
