import { chatProvider, optional } from '#lib/providers/definition.ts';

export const provider = chatProvider({
  id: 'msteams',
  displayName: 'MSTeams',
  availabilityNote: 'Connector URLs are retired: use the URL of a workflow.',
  docsLink: 'https://learn.microsoft.com/microsoftteams/platform/',
  credentials: [
    optional('clientId', 'Microsoft App ID'),
    optional('secretKey', 'Client Secret'),
    optional('tenantId', 'Directory (tenant) ID'),
    optional('redirectUrl', 'Redirect URL'),
  ],
});
