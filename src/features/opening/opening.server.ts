import type { Platform } from '../../platform/context.server.ts';
import { AppError } from '../../shared/errors.ts';
import { lockIsOpen, openingRow } from './store.server.ts';

export interface Opening {
  isOpen: boolean;
  businessName: string;
  closedNote: string;
  /** The page of this state, once it has been rendered. */
  closedPage?: ClosedPage;
}

export interface ClosedPage {
  body: Buffer;
  headers: Record<string, string>;
  /** The same headers as Node.js sends them fastest: names and values in turn. */
  rawHeaders: string[];
}

const cacheKey = 'opening';

/** Returns the state without a query; `undefined` where it has to be loaded. */
export const cachedOpening = (content: Platform['content']): Opening | undefined =>
  content.get(cacheKey) as Opening | undefined;

/** Reads whether the site is open; cached until it changes. */
export async function readOpening({ content, db }: Pick<Platform, 'content' | 'db'>): Promise<Opening> {
  const cached = cachedOpening(content);
  if (cached) return cached;
  const version = content.version();
  const { openedAt, ...texts } = await openingRow(db);
  const opening: Opening = { isOpen: openedAt !== null, ...texts };
  content.set(cacheKey, opening, version);
  return opening;
}

const siteClosed = (): AppError =>
  new AppError('conflict', 'The site is closed, so nothing new can be booked or paid.', {
    extra: { reason: 'site_closed' },
  });

/** @throws AppError `conflict` with the reason `site_closed` */
export async function assertSiteOpen(platform: Pick<Platform, 'content' | 'db'>): Promise<void> {
  if (!(await readOpening(platform)).isOpen) throw siteClosed();
}

/** Throws like `assertSiteOpen`, and keeps the site from being closed before the transaction ends. */
export async function requireOpenSite(tx: Parameters<typeof lockIsOpen>[0]): Promise<void> {
  if (!(await lockIsOpen(tx))) throw siteClosed();
}
