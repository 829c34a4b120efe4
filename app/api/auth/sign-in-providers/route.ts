import { operation, route } from '#lib/api/route.ts';
import { SignInChoiceList } from '#lib/sign-in-providers/schema.ts';
import { listSignInChoices } from '#lib/sign-in-providers/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listSignInChoices',
    tag: 'Sessions',
    summary: 'List the sign-in providers of the sign-in page',
    permission: 'public',
    response: SignInChoiceList,
    handle: () => listSignInChoices(),
  }),
});
