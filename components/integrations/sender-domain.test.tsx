import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SenderDomainResult } from './sender-domain.tsx';

test('each record is shown with its state, its name in the DNS and what to enter', () => {
  const html = renderToStaticMarkup(
    <SenderDomainResult
      checked={{
        domain: 'shop.se',
        docsLink: 'https://vendor.example/dns',
        checkedAt: '2026-11-28T10:00:00.000Z',
        records: [
          {
            record: 'SPF',
            state: 'wrong',
            name: 'shop.se',
            says: 'Change it.',
            enter: 'v=spf1 include:vendor.example',
          },
          { record: 'DKIM', state: 'good', name: 'k1._domainkey.shop.se', says: 'The key is there.' },
          { record: 'DMARC', state: 'missing', name: '_dmarc.shop.se', says: 'Add it.', enter: 'v=DMARC1; p=none' },
        ],
      }}
    />,
  );
  const text = html.replace(/<[^>]*>/g, '');
  expect(text).toContain('SPF needs a change shop.seChange it.v=spf1 include:vendor.example');
  expect(text).toContain('DKIM found k1._domainkey.shop.seThe key is there.');
  expect(text).toContain('DMARC missing _dmarc.shop.seAdd it.v=DMARC1; p=none');
  expect(html).toContain('href="https://vendor.example/dns"');
});

test('a domain that was not checked says why', () => {
  const checked = { domain: 'shop.test', notChecked: 'shop.test is not a public domain.', records: [] };
  expect(renderToStaticMarkup(<SenderDomainResult checked={checked} />)).toContain('Not checked: shop.test is not');
});
