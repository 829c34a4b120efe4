import { EMAIL_SENDER, emailProvider, required } from '#lib/providers/definition.ts';

export const provider = emailProvider({
  id: 'outlook365',
  displayName: 'Microsoft Outlook365',
  color: '#0078d4',
  availability: 'legacy',
  availabilityNote: 'Microsoft ends passwords for SMTP at the end of 2026; OAuth takes their place.',
  docsLink:
    'https://learn.microsoft.com/exchange/clients-and-mobile-in-exchange-online/authenticated-client-smtp-submission',
  credentials: [required('password', 'Password'), ...EMAIL_SENDER],
});
