import { operation, route } from '#lib/api/route.ts';
import { TwoStep } from '#lib/two-step/schema.ts';
import { getTwoStep } from '#lib/two-step/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getTwoStep',
    tag: 'Sessions',
    summary: 'Check whether the caller’s sign-in needs a code',
    permission: 'authenticated',
    callers: ['session'],
    acceptsLackOfTwoStep: true,
    response: TwoStep,
    handle: ({ ctx }) => getTwoStep(ctx),
  }),
});
