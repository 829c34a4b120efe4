import { required, smsProvider } from '#lib/providers/definition.ts';

export const provider = smsProvider({
  id: 'eazy-sms',
  displayName: 'Eazy',
  availability: 'unverified',
  availabilityNote: 'No public documentation of its API was found.',
  docsLink: 'https://developers.eazy.im/#678805af-be7b-4487-93a4-c1007b7920f5',
  credentials: [required('apiKey', 'API Key'), required('channelId', 'SMS Channel Id')],
});
