import { chatProvider, optional, required } from '#lib/providers/definition.ts';

export const provider = chatProvider({
  id: 'whatsapp-business',
  displayName: 'WhatsApp Business',
  docsLink: 'https://developers.facebook.com/docs/whatsapp/cloud-api',
  credentials: [
    required('apiToken', 'Access API token'),
    required('phoneNumberIdentification', 'Phone Number Identification'),
    required('businessAccountId', 'WhatsApp Business Account ID'),
    required('secretKey', 'App Secret'),
    optional('token', 'Verify Token'),
  ],
});
