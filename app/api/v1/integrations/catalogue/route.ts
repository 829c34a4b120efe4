import { operation, route } from '#lib/api/route.ts';
import { ProviderCatalogue } from '#lib/integrations/schema.ts';
import { providerCatalogue } from '#lib/providers/catalogue/catalogue.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listProviders',
    tag: 'Integrations',
    summary: 'List the providers for integrations',
    permission: 'integrations:read',
    response: ProviderCatalogue,
    handle: () => providerCatalogue(),
  }),
});
