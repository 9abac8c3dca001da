import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RenewEffect } from './renew-dialog.tsx';

test('the dialog that renews a link names everybody who loses the booking with it', () => {
  const html = renderToStaticMarkup(<RenewEffect email="ann@example.com" />);
  for (const part of ['every link mailed before', 'the links of those it is shared with', 'every browser'])
    expect(html).toContain(part);
  expect(html).toContain('Mail to ann@example.com');
});
