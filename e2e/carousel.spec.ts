import type { Page } from '@playwright/test';
import { expectSlide } from './carousel-steps.ts';
import { open } from './goto.ts';
import { test } from './site.ts';

// Images slide, as reduced motion is not requested.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const pictures = (page: Page) => page.getByRole('group', { name: 'Pictures of The Beachcomber' });

test.describe('on a phone', () => {
  // Reduced motion stops everything else that moves, so that a swipe need not wait for frames.
  test.use({ hasTouch: true, isMobile: true, contextOptions: { reducedMotion: 'reduce' } });

  test('a swipe changes the image and is announced', async ({ page }) => {
    await open(page, '/');
    const carousel = pictures(page);
    await carousel.evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const box = await carousel.boundingBox();
    const session = await page.context().newCDPSession(page);
    const y = (box?.y ?? 0) + (box?.height ?? 0) / 4;
    const swipe = async (from: number, to: number) => {
      const touch = (type: 'touchStart' | 'touchMove', x: number) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
      await touch('touchStart', from);
      // The finger rests before it leaves the glass: a swipe on a busy machine must not become a throw.
      for (const part of [0.1, 0.3, 0.6, 0.8, 1, 1, 1]) {
        await touch('touchMove', from + (to - from) * part);
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await swipe(320, 60);
    await expectSlide(carousel, 'Picture', 2, 4);
    await swipe(60, 320);
    await expectSlide(carousel, 'Picture', 1, 4);
    await carousel.getByRole('button', { name: 'Next picture' }).tap();
    await expectSlide(carousel, 'Picture', 2, 4);
  });
});
