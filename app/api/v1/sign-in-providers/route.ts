import { operation, route } from '#lib/api/route.ts';
import { CreateSignInProviderBody, SignInProvider, SignInProviderList } from '#lib/sign-in-providers/schema.ts';
import { createSignInProvider, listSignInProviders } from '#lib/sign-in-providers/service.ts';

const described = { tag: 'Members', permission: 'sign-in-providers:write', callers: ['session'] } as const;

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    ...described,
    operationId: 'listSignInProviders',
    summary: 'List the sign-in providers (OpenID Connect) of the organization',
    response: SignInProviderList,
    handle: ({ ctx, request }) => listSignInProviders(ctx, request.headers),
  }),
  POST: operation({
    ...described,
    operationId: 'createSignInProvider',
    summary: 'Add a sign-in provider (OpenID Connect)',
    body: CreateSignInProviderBody,
    status: 201,
    response: SignInProvider,
    errors: [400],
    handle: ({ ctx, body }) => createSignInProvider(ctx, body),
  }),
});
