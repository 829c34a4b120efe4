/** A small email of four blocks, which is a typical size. */
const text = (value: string, ...marks: string[]) => ({
  type: 'text',
  text: value,
  marks: marks.map((type) => ({ type })),
});

export const BLOCK_MAIL = {
  type: 'email',
  name: 'Mail',
  controlValues: {
    subject: 'Order {{ payload.n }}',
    editorType: 'block',
    body: JSON.stringify({
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [text('Order {{ payload.n }}')] },
        {
          type: 'paragraph',
          content: [
            text('Dear '),
            { type: 'variable', attrs: { id: 'subscriber.firstName', fallback: 'you' } },
            text(', your order is on its way and will reach you soon.', 'bold'),
          ],
        },
        { type: 'button', attrs: { text: 'Open', url: 'https://shop.example/orders/{{ payload.n }}' } },
        { type: 'image', attrs: { src: 'https://shop.example/{{ payload.n }}.png', alt: 'Parcel' } },
      ],
    }),
  },
};
