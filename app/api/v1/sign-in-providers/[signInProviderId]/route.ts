import { operation, route } from '#lib/api/route.ts';
import { SignInProvider, SignInProviderParams, UpdateSignInProviderBody } from '#lib/sign-in-providers/schema.ts';
import { deleteSignInProvider, updateSignInProvider } from '#lib/sign-in-providers/service.ts';

const described = {
  tag: 'Members',
  params: SignInProviderParams,
  permission: 'sign-in-providers:write',
  callers: ['session'],
  errors: [404, 409],
} as const;

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: operation({
    ...described,
    operationId: 'updateSignInProvider',
    summary: 'Change a sign-in provider, or turn it on or off',
    body: UpdateSignInProviderBody,
    response: SignInProvider,
    handle: ({ ctx, params, body }) => updateSignInProvider(ctx, params.signInProviderId, body),
  }),
  DELETE: operation({
    ...described,
    operationId: 'deleteSignInProvider',
    summary: 'Delete a sign-in provider and end its sessions',
    handle: ({ ctx, params }) => deleteSignInProvider(ctx, params.signInProviderId),
  }),
});
