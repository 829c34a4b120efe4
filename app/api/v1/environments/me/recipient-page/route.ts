import { operation, route } from '#lib/api/route.ts';
import { RecipientPageSettings, UpdateRecipientPageBody } from '#lib/recipient-page/schema.ts';
import { getRecipientPageSettings, updateRecipientPageSettings } from '#lib/recipient-page/settings.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getRecipientPageSettings',
    tag: 'Environments',
    summary: 'Retrieve the settings of the recipient’s page',
    permission: 'environments:read',
    response: RecipientPageSettings,
    handle: ({ ctx }) => getRecipientPageSettings(ctx),
  }),
  PUT: operation({
    operationId: 'updateRecipientPageSettings',
    tag: 'Environments',
    summary: 'Change the settings of the recipient’s page',
    permission: 'environments:write',
    callers: ['session'],
    body: UpdateRecipientPageBody,
    response: RecipientPageSettings,
    handle: ({ ctx, body }) => updateRecipientPageSettings(ctx, body),
  }),
});
