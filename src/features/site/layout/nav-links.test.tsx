import { expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { renderPage } from '../../../../test/render-page.tsx';
import { NavLinks } from './nav-links.tsx';

const site = await testAppForFile();

test('the navigation has the shop only while it sells something', async () => {
  const links = async () => {
    site.platform.content.clear();
    const settings = await (await site.request('GET', '/api/site')).json();
    return renderPage(<NavLinks user={null} isAdmin={false} className="" />, settings).text;
  };
  expect(await links()).toContain('Shop');
  await site.ctx.db.deleteFrom('products').execute();
  expect(await links()).not.toContain('Shop');
});
