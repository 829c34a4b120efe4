import { operation, route } from '#lib/api/route.ts';
import { previewRecovery } from '#lib/recoveries/preview.ts';
import { PreviewRecoveryBody, RecoveryPreview } from '#lib/recoveries/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'previewRecovery',
    tag: 'Notifications',
    summary: 'Count the results that a recovery of failed runs would have now',
    description:
      'The failed steps are played with the current subscribers, preferences, suppressions and integrations. Nothing is written or sent.',
    permission: 'messages:recover',
    body: PreviewRecoveryBody,
    status: 200,
    response: RecoveryPreview,
    errors: [400],
    rateLimit: { cost: 'bulk' },
    handle: ({ ctx, body }) => previewRecovery(ctx, body),
  }),
});
