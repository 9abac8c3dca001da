import type { Page } from '@playwright/test';

export const lightbox = (page: Page) => page.getByRole('dialog', { name: 'Pictures of The Beachcomber' });

/** The image that fills the window; its neighbours are out of sight. */
export const currentImage = (page: Page) => lightbox(page).getByRole('img');
