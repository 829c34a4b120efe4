/** Messages that the tests of providers send. Each uses everything that its channel supports. */
import type { ChatMessage, EmailMessage, PushMessage, SmsMessage } from '#lib/providers/message.ts';
import { MESSAGE_ID } from './provider-contract.ts';

export const mail: EmailMessage = {
  channel: 'email',
  id: MESSAGE_ID,
  to: { email: 'jane@customer.example' },
  cc: [{ email: 'ann@customer.example' }, { email: 'bob@customer.example' }],
  bcc: [{ email: 'archive@shop.example' }],
  replyTo: { email: 'help@shop.example' },
  subject: 'Shipped: “Lamp”',
  html: '<p>It is on its way.</p>',
  text: 'It is on its way.',
  headers: { 'List-Id': 'orders' },
  attachments: [
    { name: 'invoice.pdf', contentType: 'application/pdf', content: Buffer.from('PDF') },
    { name: 'logo.png', contentType: 'image/png', content: Buffer.from('PNG'), contentId: 'logo' },
  ],
};

export const mailCredentials = { from: 'shop@shop.example', senderName: 'Shop, Inc.' };

export const sms: SmsMessage = {
  channel: 'sms',
  id: MESSAGE_ID,
  to: '+15558675310',
  content: 'Your order & more: 100 % “shipped”',
};

export const push: PushMessage = {
  channel: 'push',
  id: MESSAGE_ID,
  token: 'device-token-1',
  title: 'Shipped',
  content: 'Your lamp is on its way',
  data: { order: 'A-1', items: 2, tags: ['a'] },
};

/** A chat message without a target, because its format depends on the vendor. */
export const chat: ChatMessage = { channel: 'chat', id: MESSAGE_ID, target: {}, content: 'The lamp is on its way' };
