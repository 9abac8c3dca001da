import type pg from 'pg';
import type Stripe from 'stripe';
import type { StoredRow } from '../db/audited-rows.server.ts';
import type { Db, Tx } from '../db/client.server.ts';
import type { Table } from '../db/tables.server.ts';
import type { Settings } from '../env.server.ts';
import type { FormValues } from '../shared/forms/schema.ts';
import type { ContentCache } from './cache/content-cache.server.ts';
import type { RateLimiter } from './http/rate-limit.server.ts';
import type { Google } from './identity/google-oidc.server.ts';
import type { Mail } from './mail/mailer.server.ts';
import type { Log } from './observability/logger.server.ts';
import type { Storage } from './storage/create-storage.server.ts';
import type { OpenStripe } from './stripe.server.ts';

/** The outside world as one process sees it; made once, in `server.ts` or by a test. */
export interface Platform {
  settings: Settings;
  pool: pg.Pool;
  db: Db;
  log: Log;
  mail: Mail;
  stripe: OpenStripe;
  google: Google;
  storage: Storage;
  content: ContentCache;
  consumeLimit: RateLimiter;
  tables: readonly Table[];
  tableHooks: TableHooks;
  paymentSubjects: readonly PaymentSubject[];
  now: () => Date;
}

/** Everything impure that an action may use, and on whose behalf. */
export interface Ctx extends Platform {
  viewer: Viewer;
  /** The key that limits per client address count under. */
  clientKey: string;
}

/** A disputed payment as the card provider has it now, with the event that reported it. */
export interface ReportedDispute {
  kind: 'dispute';
  dispute: Stripe.Dispute;
  paymentId: string;
  event: { id: string; type: string };
}

/** What an event of the card provider is about. */
export type ProviderObject = { kind: 'session' | 'subscription' | 'payment'; id: string } | ReportedDispute;

/** What people pay for, by the feature that sells it. */
export interface PaymentSubject {
  /** When its first payment was begun: the provider has nothing of it before that. */
  firstAt(db: Db): Promise<Date | undefined>;
  /** Brings the books in line with an object that they have. @returns whether they have it */
  settle(ctx: Ctx, object: ProviderObject): Promise<boolean>;
  /** Takes in what no books have, where the provider says that it belongs here. @returns whether it does */
  adopt(ctx: Ctx, object: ProviderObject): Promise<boolean>;
  /** Settles what is open without any event; absent where a job of the feature does. */
  reconcile?(ctx: Ctx, signal?: AbortSignal): Promise<void>;
}

/** A locked row as it is, and values that it does not hold yet. */
export interface RowUpdate {
  row: StoredRow;
  set: FormValues;
}

interface Updates {
  ctx: Ctx;
  tx: Tx;
  updates: readonly RowUpdate[];
}

export type TableHooks = Readonly<Record<string, RowHooks | undefined>>;

/** Turns checked values, of a new row or of a change, into what is stored. */
export type Normalizer = (values: FormValues) => Promise<FormValues>;

export interface RowHooks {
  /** Fills in what a new row leaves out and what follows from the rest of it, before it is checked. */
  complete?(input: FormValues): FormValues;
  /** Made once for all rows of a write. */
  createNormalizer?(ctx: Ctx): Normalizer;
  /** Throws an AppError where a new row may not hold these values. */
  beforeCreate?(values: FormValues): void;
  /** Waits for whatever else must not happen at the same time, before rows are locked. */
  lock?(tx: Tx): Promise<unknown>;
  /** Throws an AppError where a change may not be made; may take values out of it. */
  beforeUpdate?(change: Updates): Promise<void> | void;
  /** Runs in the same transaction; `row` is as it was. */
  afterUpdate?(change: Updates): Promise<void>;
  /** Throws an AppError where a row, which is locked, may not be deleted. */
  beforeDelete?(row: StoredRow): void;
  /** What a row also gives up when it loses a reference, by its column; restored with it. */
  whenCleared?: Readonly<Record<string, FormValues>>;
  /** Runs when the trash has deleted rows for good. */
  afterPurge?(ctx: Ctx, ids: string[]): Promise<void>;
}

/** `null` is an anonymous visitor. */
export type Viewer = null | {
  id: string;
  /** Canonical and verified. */
  email: string;
  /** Empty when unknown. */
  name: string;
  /** Now, not at sign-in. */
  role: 'guest' | 'admin';
  createdAt: Date;
  sessionId: string;
  /** An admin with an old session and a passkey must use it before any admin call. */
  needsReauthentication: boolean;
};
