/** The variables of all cases. The analysis uses a payload schema that only this payload matches. */
export const PAYLOAD = {
  name: 'Ada Lovelace',
  greeting: 'good morning, world',
  markup: '<b>Tom & Jerry</b>',
  entities: '1 &lt; 2 & 3',
  padded: '  in the middle  ',
  lines: 'one\ntwo',
  sentence: 'The quick brown fox jumps over the lazy dog',
  csv: 'red,green,blue',
  empty: '',
  blank: '   ',
  key: 'name',
  price: 19.99,
  count: 3,
  one: 1,
  zero: 0,
  debt: -7,
  digits: '42',
  yes: true,
  no: false,
  nothing: null,
  date: '2026-03-05T14:07:09Z',
  stamp: 1772719629,
  address: 'https://example.com/a b?x=1&y=ä',
  encoded: 'a+b%26c',
  base64: 'YmVsZnJ5',
  colours: ['red', 'green', 'blue'],
  numbers: [3, 1, 2],
  mixedCase: ['banana', 'Apple', 'cherry', 'Banana'],
  repeated: ['a', 'b', 'a', 'c', 'b'],
  gaps: ['x', null, 'y'],
  none: [] as string[],
  user: { name: 'Grace', age: 30, home: { city: 'Paris', 'post code': '75001' } },
  goods: [
    { title: 'Shoe', price: 50, kind: 'wear', sale: true },
    { title: 'Hat', price: 15, kind: 'wear', sale: false },
    { title: 'Mug', price: 8, kind: 'home', sale: true },
  ],
};

const PEOPLE = ['Jane', 'Omar', 'Ines', 'Li'];

export const VARIABLES = {
  subscriber: {
    subscriberId: 'jane-doe',
    firstName: 'Jane',
    lastName: null,
    email: 'jane@example.com',
    locale: 'en_US',
    isOnline: false,
    data: { plan: 'pro' },
  },
  payload: PAYLOAD,
  steps: {
    collect: {
      eventCount: PEOPLE.length,
      events: PEOPLE.map((name, at) => ({
        id: `event-${at}`,
        time: '2026-03-05T14:07:09.000Z',
        payload: { ...PAYLOAD, name },
      })),
    },
    bell: { seen: true, read: false },
  },
  workflow: {
    workflowId: 'order-shipped',
    name: 'Order shipped',
    description: 'Informs the customer',
    tags: ['orders', 'mail'],
    severity: 'high',
  },
  context: { tenant: { id: 'acme', data: { colour: 'teal' } } },
};
