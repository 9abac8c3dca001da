import { test } from '../admin-fixture.ts';
import { open } from '../goto.ts';
import { expect } from '../site.ts';

const screens = [
  '/admin/today',
  '/admin/calendar',
  '/admin/inbox',
  '/admin/bookings',
  '/admin/bookings/new',
  '/admin/turnovers',
  '/admin/messages',
  '/admin/homes',
  '/admin/homes/the-beachcomber',
  '/admin/offers',
  '/admin/offers/new',
  '/admin/feeds',
  '/admin/reviews',
  '/admin/figures',
  '/admin/reports',
  '/admin/launch',
  '/admin?table=rates',
  '/admin?table=media',
  '/admin?table=site_settings',
  '/blog/new',
];

/** Those with parts that stick only where there is room, or with a table instead of cards. */
const wideScreens = [
  '/admin/today',
  '/admin/calendar',
  '/admin/bookings',
  '/admin/homes/the-beachcomber',
  '/admin?table=rates',
  '/admin?table=site_settings',
  '/blog/new',
];
const walks = [
  ...screens.map((path) => [path, 390] as const),
  ...wideScreens.map((path) => [path, 1_280] as const),
];

/** More stops than any screen has: after as many presses of Tab the focus is trapped. */
const maxStops = 500;
/** A date is four stops of one field: its three parts and its button. */
const maxStopsOfField = 4;

interface Stop {
  element: string;
  fault: string;
  /** Whether the element before had the focus already, as the parts of a date have. */
  isSame: boolean;
}

type StoppedWindow = Window & { lastStop?: Element };

/** Runs in the browser. @returns the focused element and what is wrong with it; null where nothing has the focus */
function readStop(): Stop | null {
  // The link that skips to the content slides in, and away once it is left.
  for (const animation of document.getAnimations())
    if (animation instanceof CSSTransition) animation.finish();
  const focused = document.activeElement as HTMLElement | null;
  if (!focused || focused === document.body) return null;
  const box = focused.getBoundingClientRect();
  const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
  const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
  const label = (focused as HTMLInputElement).labels?.[0];
  const named = (focused.getAttribute('aria-labelledby') ?? '').split(' ');
  const name = [
    focused.getAttribute('aria-label'),
    ...named.map((id) => document.getElementById(id)?.textContent),
    label?.textContent,
    focused.textContent,
    focused.title,
    focused.querySelector('img')?.alt,
  ].find((text) => text?.trim());
  const hasOutline = (element: Element | null | undefined): boolean => {
    if (!element) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  };
  const ancestors: HTMLElement[] = [];
  for (let at = focused.parentElement; at && ancestors.length < 4; at = at.parentElement) ancestors.push(at);
  const topmost = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const isOnTop =
    topmost !== null &&
    (focused.contains(topmost) || topmost.contains(focused) || label?.contains(topmost) === true);
  const faults = [
    name ? '' : 'has no name',
    right - left >= Math.min(box.width, 8) && bottom - top >= Math.min(box.height, 8) ? '' : 'is out of view',
    isOnTop ? '' : `is covered by ${topmost?.outerHTML.slice(0, 80)}`,
    // The editor's frame has the outline of its text, and the button in a date field has the browser's own.
    [focused, label, ...ancestors].some(hasOutline) || (focused as HTMLInputElement).type === 'date'
      ? ''
      : 'has no outline',
    focused.tabIndex > 0 ? 'stands outside the order of the page' : '',
  ].filter(Boolean);
  const isSame = (window as StoppedWindow).lastStop === focused;
  (window as StoppedWindow).lastStop = focused;
  const { id, tagName } = focused;
  return {
    element: `${tagName} ${id} ${(name ?? '').trim().slice(0, 60)}`,
    fault: faults.join(', '),
    isSame,
  };
}

for (const [path, width] of walks)
  test(`Tab reaches everything on ${path} at ${width} pixels, named, outlined and in view`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await open(page, path);
    await expect(page.locator('main h1, main h2').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    const stops: Stop[] = [];
    while (stops.length < maxStops) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(readStop);
      if (!stop) break;
      stops.push(stop);
      const last = stops.slice(-maxStopsOfField);
      expect(last.length === maxStopsOfField && last.every(({ isSame }) => isSame), stop.element).toBe(false);
    }
    expect(stops.length, 'the focus leaves the page in the end').toBeLessThan(maxStops);
    expect(stops.length).toBeGreaterThan(5);
    expect(stops.filter(({ fault }) => fault)).toEqual([]);
  });

for (const [path, name] of [
  ['/admin/homes', 'Add a home'],
  ['/admin/homes/the-beachcomber', 'History'],
  ['/admin/feeds', 'Add a calendar'],
  ['/admin?table=rates', 'Add New'],
  ['/admin?table=rates', 'Import'],
  ['/admin?table=rates', 'Columns'],
  ['/admin/today', 'More'],
] as const)
  test(`the dialog of “${name}” on ${path} takes the focus and returns it`, async ({ page }) => {
    await open(page, path);
    const button = page.getByRole('button', { name, exact: true }).first();
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expect.poll(() => dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
  });
