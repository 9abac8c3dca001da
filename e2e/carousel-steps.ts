import type { Locator } from '@playwright/test';
import { expect } from './site.ts';

/** The slide at this place, counted from 1, is announced, marked, reachable and in view. */
export async function expectSlide(
  carousel: Locator,
  noun: string,
  place: number,
  count: number,
): Promise<void> {
  await expect(carousel.locator('[aria-live=polite]')).toHaveText(`${noun} ${place} of ${count}`);
  await expect(carousel.locator('[aria-current=true]')).toHaveAccessibleName(
    `Go to ${noun.toLowerCase()} ${place}`,
  );
  const reachable = carousel.locator('li:not([inert])');
  await expect(reachable).toHaveCount(1);
  await expect(reachable).toHaveAttribute('aria-label', `${noun} ${place} of ${count}`);
  await expect
    .poll(() =>
      carousel
        .locator('ul')
        .first()
        .evaluate((track) => Math.round((100 * track.scrollLeft) / track.clientWidth)),
    )
    .toBe((place - 1) * 100);
}
