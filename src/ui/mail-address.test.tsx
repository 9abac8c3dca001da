import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MailAddress } from './mail-address.tsx';

test.each([
  ['hello@beach.example', 'hello@<wbr/>beach.example'],
  ['not an address', 'not an address'],
])('%s is divided after its @ only', (address, html) => {
  expect(renderToStaticMarkup(<MailAddress>{address}</MailAddress>)).toContain(`>${html}</span>`);
});

test('an address in a link takes over its underline', () => {
  expect(renderToStaticMarkup(<MailAddress>hello@beach.example</MailAddress>)).toContain(
    '[text-decoration:inherit]',
  );
});
