import { readFileSync } from 'node:fs';
import path from 'node:path';
import { withHost } from '../admin-fixture.ts';
import { linkInMail } from '../booking-steps.ts';
import { confirmed } from '../paid-stay.ts';
import { newPerson } from '../sign-in.ts';
import { expect } from '../site.ts';
import { addChannelStay, moveToOwnHome, removeOwnHome } from '../stay-steps.ts';

const home = 'Visitors House';
const routes = readFileSync(path.join(import.meta.dirname, '..', '..', 'src', 'routes.ts'), 'utf8');
const pages = [...routes.matchAll(/\broute\('([^'*]+)'/g)].map(([, pattern = '']) => `/${pattern}`);

/**
 * Opens every page with the token of a link, in a browser without other cookies.
 * @returns the pages that contain one of the texts
 */
async function walk(code: string, token: string, texts: Record<string, string>) {
  const seen: Record<string, string[]> = {};
  for (const page of pages) {
    const filled = page.replace(':code', code).replace(/:\w+/g, token);
    const address = `http://localhost:${process.env.E2E_PORT}${filled}?key=${token}`;
    const headers = { 'X-Forwarded-For': `198.51.100.${pages.indexOf(page) + 1}` };
    const jar: string[] = [];
    // A key in the address is taken into a cookie by a redirect.
    let response = await fetch(address, { headers, redirect: 'manual' });
    for (let hops = 0; response.status >= 300 && response.status < 400 && hops < 5; hops += 1) {
      jar.push(...response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? ''));
      const to = new URL(response.headers.get('Location') ?? '', address);
      response = await fetch(to, { headers: { ...headers, Cookie: jar.join('; ') }, redirect: 'manual' });
    }
    const source = await response.text();
    const found = Object.keys(texts).filter((name) => source.includes(texts[name] ?? ''));
    if (found.length > 0) seen[page] = found;
  }
  return seen;
}

withHost.afterAll(() => removeOwnHome(home));

withHost(
  'no page shows a companion or a cleaner more of a stay than their own',
  async ({ page, playwright, hostCookies }) => {
    const email = newPerson();
    const { code, total } = await confirmed(page, email, 'Zoe Quartzfield');
    const guestKey = new URL(await linkInMail(email, /^Confirmed/, '/trips/'), 'http://x').searchParams.get(
      'key',
    );
    const { homeId, cleanerId } = await moveToOwnHome(code, home, { checkin: 0, checkout: 3 });
    await addChannelStay(homeId, { checkin: -3, checkout: 0 });
    const shared = await page.request.post(`/api/bookings/${code}/companions`, {
      data: { name: 'The Lees' },
    });
    const host = await playwright.request.newContext({
      baseURL: `http://localhost:${process.env.E2E_PORT}`,
      storageState: { cookies: hostCookies, origins: [] },
    });
    const cleaning = await host.post(`/api/admin/cleaners/${cleanerId}/link`);
    const tokenIn = (body: { url: string }) => body.url.split('/').at(-1) ?? '';
    const [companion, cleaner] = [tokenIn(await shared.json()), tokenIn(await cleaning.json())];
    await host.dispose();

    const texts = {
      surname: 'Quartzfield',
      email,
      phone: '555 0123',
      wish: 'Is there a crib?',
      total: `${Math.floor(total / 100)}`.replace(/(\d)(\d{3})$/, '$1,$2'),
      notes: 'The key hangs behind the shutter',
      wifi: 'nine-waves',
      address: '9 Gulf Drive',
    };
    const byGuest = await walk(code, guestKey ?? '', texts);
    expect(byGuest['/trips/:code']).toEqual(expect.arrayContaining(['surname', 'email', 'total', 'wifi']));
    expect(Object.keys(byGuest)).toEqual(expect.arrayContaining(['/trips/:code', '/trips/:code/guide']));
    expect(await walk(code, companion, texts)).toEqual({
      '/trips/shared/:token': ['notes', 'wifi', 'address'],
    });
    expect(await walk(code, cleaner, texts)).toEqual({
      '/cleaning/:token': ['notes', 'address'],
    });
  },
);
