import { operation, route } from '#lib/api/route.ts';
import { MemberParams } from '#lib/members/schema.ts';
import { resetTwoStep } from '#lib/two-step/reset.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  DELETE: operation({
    operationId: 'resetTwoStep',
    tag: 'Members',
    summary: 'Turn off the two-step sign-in of a member who lost the app and the recovery codes',
    permission: 'members:write',
    callers: ['session'],
    params: MemberParams,
    errors: [404, 409],
    handle: ({ ctx, params }) => resetTwoStep(ctx, params.memberId),
  }),
});
