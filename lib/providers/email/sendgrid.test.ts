import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';

// https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send
// https://www.twilio.com/docs/sendgrid/api-reference/mail-send/errors
// https://www.twilio.com/docs/sendgrid/api-reference/how-to-use-the-sendgrid-v3-api/rate-limits
providerContract({
  id: 'sendgrid',
  origins: ['https://api.eu.sendgrid.com'],
  credentials: () => ({
    apiKey: 'SG.key-5d2',
    region: 'eu',
    ipPoolName: 'transactional',
    from: 'shop@shop.example',
    senderName: 'Shop',
  }),
  message: () => ({
    channel: 'email',
    id: MESSAGE_ID,
    to: { email: 'jane@customer.example' },
    cc: [{ email: 'Ann@customer.example' }, { email: 'JANE@customer.example' }],
    bcc: [{ email: 'ann@customer.example' }, { email: 'archive@shop.example' }],
    replyTo: { email: 'help@shop.example' },
    subject: 'Shipped: “Lamp”',
    html: '<p>It is on its way.</p>',
    text: 'It is on its way.',
    headers: { 'List-Id': 'orders' },
    attachments: [
      { name: 'invoice.pdf', contentType: 'application/pdf', content: Buffer.from('PDF') },
      { name: 'logo.png', contentType: 'image/png', content: Buffer.from('PNG'), contentId: 'logo' },
    ],
  }),
  hasOneStatus: true,
  accepted: { answer: { status: 202, headers: { 'x-message-id': '14c5d75ce93' } }, id: '14c5d75ce93' },
  rejected: {
    answer: {
      status: 400,
      body: { errors: [{ message: 'Does not contain a valid address.', field: 'personalizations.0.to.0.email' }] },
    },
    words: 'Does not contain a valid address.',
    code: 'personalizations.0.to.0.email',
  },
  unauthorised: {
    answer: { status: 401, body: { errors: [{ field: null, message: 'authorization required' }] } },
    words: 'authorization required',
  },
  tooMany: {
    answer: {
      status: 429,
      headers: { 'x-ratelimit-reset': String(Date.parse('2026-03-01T10:00:30Z') / 1000) },
      body: { errors: [{ field: null, message: 'too many requests' }] },
    },
    retryAfterMs: 30_000,
  },
  secrets: ['SG.key-5d2'],
  withoutBody: 'sent',
  carriesId: true,
  override: { given: { templateId: 'd-1', asm: { groupId: 5 } }, sent: '"template_id":"d-1","asm":{"group_id":5}' },
  wire: {
    method: 'POST',
    path: '/v3/mail/send',
    headers: { authorization: 'Bearer SG.key-5d2', 'content-type': 'application/json' },
    body: {
      personalizations: [
        {
          to: [{ email: 'jane@customer.example' }],
          cc: [{ email: 'Ann@customer.example' }],
          bcc: [{ email: 'archive@shop.example' }],
        },
      ],
      from: { email: 'shop@shop.example', name: 'Shop' },
      reply_to: { email: 'help@shop.example' },
      subject: 'Shipped: “Lamp”',
      content: [
        { type: 'text/plain', value: 'It is on its way.' },
        { type: 'text/html', value: '<p>It is on its way.</p>' },
      ],
      headers: { 'List-Id': 'orders' },
      attachments: [
        { filename: 'invoice.pdf', content: 'UERG', type: 'application/pdf' },
        { filename: 'logo.png', content: 'UE5H', type: 'image/png', disposition: 'inline', content_id: 'logo' },
      ],
      ip_pool_name: 'transactional',
      custom_args: { message_id: MESSAGE_ID },
    },
  },
});
