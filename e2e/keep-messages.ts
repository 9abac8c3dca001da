import type { Page } from '@playwright/test';

/** Makes messages that leave after 5 to 10 seconds stay, so that a slow machine sees them, too. */
export const keepMessages = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const setTimer = window.setTimeout.bind(window);
    const wait = (act: TimerHandler, ms = 0, ...values: unknown[]) =>
      setTimer(act, ms >= 5_000 && ms <= 10_000 ? 600_000 : ms, ...values);
    window.setTimeout = wait as typeof setTimeout;
  });
