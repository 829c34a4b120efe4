/** One complete step of each of the ten types, with all of its controls. */
const skip = { '==': [{ var: 'payload.orderId' }, 'none'] };

export const TEN_STEPS = [
  {
    name: 'Quiet hours',
    type: 'delay',
    controlValues: { skip, type: 'regular', amount: 2, unit: 'hours' },
  },
  {
    name: 'Collect',
    type: 'digest',
    controlValues: {
      skip,
      type: 'regular',
      amount: 1,
      unit: 'days',
      lookBackWindow: { amount: 5, unit: 'minutes' },
      digestKey: 'payload.orderId',
    },
  },
  {
    name: 'Not too often',
    type: 'throttle',
    controlValues: { skip, type: 'fixed', amount: 6, unit: 'hours', threshold: 2, throttleKey: 'payload.orderId' },
  },
  {
    name: 'Ask the carrier',
    type: 'http_request',
    controlValues: {
      skip,
      method: 'POST',
      url: 'https://example.com/orders/{{payload.orderId}}',
      headers: [{ key: 'x-order', value: '{{payload.orderId}}' }],
      body: '{"order":"{{payload.orderId}}"}',
      responseBodySchema: { type: 'object', properties: { eta: { type: 'string' } } },
      enforceSchemaValidation: true,
      continueOnFailure: true,
    },
  },
  {
    name: 'In the app',
    type: 'in_app',
    controlValues: {
      skip,
      subject: 'Order {{payload.orderId}}',
      body: 'It comes at {{steps.ask-the-carrier.eta}}.',
      avatar: 'https://example.com/a.png',
      primaryAction: { label: 'Track', redirect: { url: '/orders/{{payload.orderId}}', target: '_self' } },
      secondaryAction: { label: 'Help', redirect: { url: 'https://example.com/help', target: '_blank' } },
      redirect: { url: '/orders', target: '_parent' },
      disableOutputSanitization: true,
      data: { order: '{{payload.orderId}}', nested: { list: [1, 'two', null, true] } },
    },
  },
  {
    name: 'Mail',
    type: 'email',
    controlValues: {
      skip,
      subject: 'Order {{payload.orderId}}',
      body: '<p>Dear {{subscriber.firstName}}</p>',
      editorType: 'html',
      disableOutputSanitization: false,
      layoutId: null,
    },
  },
  { name: 'Text message', type: 'sms', controlValues: { skip, body: 'Order {{payload.orderId}}' } },
  { name: 'Push', type: 'push', controlValues: { skip, subject: 'Order', body: '{{payload.orderId}}' } },
  { name: 'Chat', type: 'chat', controlValues: { skip, body: 'Order {{payload.orderId}}' } },
  { name: 'Own code', type: 'custom', controlValues: { custom: { anything: [1, { goes: true }] } } },
];
