import { chatProvider, optional } from '#lib/providers/definition.ts';

export const provider = chatProvider({
  id: 'grafana-on-call',
  displayName: 'Grafana On Call Webhook',
  availability: 'legacy',
  availabilityNote: 'Grafana OnCall is archived as open source; Grafana Cloud still offers it.',
  docsLink: 'https://grafana.com/docs/oncall/latest/integrations/webhook/',
  credentials: [
    optional('alertUid', 'Alert UID'),
    optional('title', 'Title'),
    optional('imageUrl', 'Image URL'),
    optional('state', 'Alert State'),
    optional('externalLink', 'External Link'),
  ],
});
