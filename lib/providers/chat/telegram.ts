import { chatProvider, required } from '#lib/providers/definition.ts';

export const provider = chatProvider({
  id: 'telegram',
  displayName: 'Telegram',
  docsLink: 'https://core.telegram.org/bots/api',
  credentials: [required('apiToken', 'Bot Token')],
});
