import { expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { renderPage } from '../../../../test/render-page.tsx';
import { exampleBusiness } from '../../../shared/example-business.ts';
import { Footer } from './footer.tsx';

const site = await testAppForFile();

async function footer(isReduced = false): Promise<string> {
  site.platform.content.clear();
  const settings = await (await site.request('GET', '/api/site')).json();
  const element = <Footer settings={settings} mayChoose={false} note="" isReduced={isReduced} />;
  return renderPage(element, settings).text;
}

test('the footer names the legal entity as far as hosts have said it', async () => {
  const set = (legal_name: string, legal_address: string) =>
    site.ctx.db.updateTable('site_settings').set({ legal_name, legal_address }).execute();
  await set('Gulf Homes LLC', '1 Beach Road, Panama City Beach, FL');
  expect(await footer()).toContain('Gulf Homes LLC, 1 Beach Road, Panama City Beach, FL');
  await set('', '1 Beach Road');
  expect(await footer()).toMatch(/[^,] ?1 Beach Road/);
  await set('', '');
  expect(await footer()).not.toContain('Beach Road');
});

test('the footer of a closed site has neither invented contacts nor links to closed pages', async () => {
  expect(await footer()).toContain(exampleBusiness.phone);
  const closed = await footer(true);
  for (const text of [
    exampleBusiness.phone,
    exampleBusiness.email,
    exampleBusiness.credit_label,
    'Find your nights',
  ])
    expect(closed).not.toContain(text);
  await site.ctx.db.updateTable('site_settings').set({ phone: '(850) 234-5678' }).execute();
  expect(await footer(true)).toContain('(850) 234-5678');
});
