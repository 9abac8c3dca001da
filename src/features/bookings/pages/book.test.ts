import { RouterContextProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageContext } from '../../../load-context.ts';
import { isDate } from '../../../shared/dates.ts';
import { loader } from './book.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const home = (slug: string) => ({ slug, title: slug, price_preview: '$200' });

/** Opens the page as the server does, with an API that knows some homes. @returns what was loaded, and the calls for it */
async function open(address: string, slugs: string[]) {
  const calls: URL[] = [];
  const api: typeof fetch = async (input) => {
    const url = new URL(String(input), 'http://localhost');
    calls.push(url);
    const [, , kind, slug, part] = url.pathname.split('/');
    if (part === 'calendar' && !isDate(url.searchParams.get('to') ?? ''))
      return Response.json({ message: 'To must be a valid date' }, { status: 400 });
    if (part === 'calendar')
      return Response.json({ currency: 'usd', days: [], calendarsCheckedAt: '2027-05-01T10:00:00Z' });
    if (kind === 'availability') return Response.json({ message: 'The database is away.' }, { status: 503 });
    if (slug === undefined) return Response.json(slugs.map(home));
    if (slug === 'former-name') return Response.json(home('present-name'));
    return slugs.includes(slug)
      ? Response.json(home(slug))
      : Response.json({ message: 'No.' }, { status: 404 });
  };
  const context = new RouterContextProvider();
  context.set(pageContext, {
    api,
    origin: 'http://localhost',
    vendors: null,
    structuredData: [],
    services: [],
    report: () => {},
  });
  const request = new Request(`http://localhost${address}`);
  const args = { request, context, params: {}, unstable_pattern: '/book' };
  const loaded = await loader(args as unknown as Parameters<typeof loader>[0]);
  return { ...loaded, calendars: calls.filter(({ pathname }) => pathname.endsWith('/calendar')) };
}

test.each([
  [
    'the last evening of a month',
    '2027-08-01T03:30:00Z',
    '2027-07-01',
    ['2027-10-01', '2028-04-01', '2029-07-19'],
  ],
  [
    'the first minute of a month',
    '2027-08-01T05:00:00Z',
    '2027-08-01',
    ['2027-11-01', '2028-05-01', '2029-08-19'],
  ],
  ['New Year’s Eve', '2028-01-01T05:59:00Z', '2027-12-01', ['2028-03-01', '2028-09-01', '2029-12-19']],
])(
  'on %s the first stay is looked for from the month of the homes on, not of the server',
  async (_, now, from, ends) => {
    vi.setSystemTime(new Date(now));
    const { calendars } = await open('/book', ['sunset-villa']);
    expect(calendars.map(({ search }) => search)).toEqual(ends.map((to) => `?from=${from}&to=${to}`));
  },
);

test('an address with dates opens the calendar at the month of its check-in, over the end of a year', async () => {
  vi.setSystemTime(new Date('2027-05-20T17:00:00Z'));
  const dates = 'checkin=2027-12-30&checkout=2028-01-03&guests=2';
  const { calendars } = await open(`/book?property=sunset-villa&${dates}`, ['sunset-villa']);
  expect(calendars[0]?.search).toBe('?from=2027-12-01&to=2028-02-01');
});

test('an address that names no home of ours shows all of them', async () => {
  vi.setSystemTime(new Date('2027-05-20T17:00:00Z'));
  const { property, properties, calendars } = await open('/book?property=no-such-home', ['a', 'b']);
  expect(property).toBeNull();
  expect(properties.map(({ slug }) => slug)).toEqual(['a', 'b']);
  expect(new Set(calendars.map(({ pathname }) => pathname))).toHaveLength(2);
});

test('a former slug redirects to the present one with all else of the address', async () => {
  vi.setSystemTime(new Date('2027-05-20T17:00:00Z'));
  const dates = 'checkin=2027-07-01&checkout=2027-07-06&guests=2&via=agent';
  const moved = await open(`/book?property=former-name&${dates}`, []).catch((response: Response) => response);
  expect(moved).toBeInstanceOf(Response);
  const { status, headers } = moved as Response;
  expect([status, headers.get('Location')]).toEqual([301, `/book?property=present-name&${dates}`]);
});

test('no common calendar is loaded for seven homes, one is for six', async () => {
  vi.setSystemTime(new Date('2027-05-20T17:00:00Z'));
  const slugs = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  expect(await open('/book', slugs)).toMatchObject({ calendar: null, calendars: [] });
  const six = await open('/book', slugs.slice(0, 6));
  expect(new Set(six.calendars.map(({ pathname }) => pathname))).toHaveLength(6);
  expect(six.calendar).not.toBeNull();
});

test('homes whose prices cannot be loaded are a message on the page, not an error page', async () => {
  vi.setSystemTime(new Date('2027-05-20T17:00:00Z'));
  const { results } = await open('/book?checkin=2027-07-05&checkout=2027-07-10', ['a']);
  expect(results).toEqual({ failure: 'The database is away.' });
});

test('dates beyond the last year that calendars know open the page without one', async () => {
  vi.setSystemTime(new Date('2027-05-20T17:00:00Z'));
  const dates = 'checkin=9999-12-05&checkout=9999-12-09';
  const { calendar, search } = await open(`/book?property=sunset-villa&${dates}`, ['sunset-villa']);
  expect(calendar).toBeNull();
  expect(search).toMatchObject({ checkin: '9999-12-05', checkout: '9999-12-09' });
});
