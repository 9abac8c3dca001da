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
import type { Release } from './release.server.ts';
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
  release: Release;
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

/** The object of an event of the card provider. */
export type ProviderObject = { kind: 'session' | 'subscription' | 'payment'; id: string } | ReportedDispute;

/** The payments of one feature that sells something. */
export interface PaymentSubject {
  /** When its first payment was begun: earlier events of the provider are not its own. */
  firstAt(db: Db): Promise<Date | undefined>;
  /** Settles an object that is in its ledger. @returns false for one that is not */
  settle(ctx: Ctx, object: ProviderObject): Promise<boolean>;
  /** Records an object that no ledger has, if its data at the provider name this feature. @returns false if not */
  adopt(ctx: Ctx, object: ProviderObject): Promise<boolean>;
  /** Settles open payments without an event; absent if a job of the feature does that. */
  reconcile?(ctx: Ctx, signal?: AbortSignal): Promise<void>;
}

/** A locked row, and the new values that are not written yet. */
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

/** Converts the checked values of a new row or a change to those that are stored. */
export type Normalizer = (values: FormValues) => Promise<FormValues>;

/** A new row (`null`) or a stored one, with checked values that are not written. */
export interface DraftChange {
  row: StoredRow | null;
  set: FormValues;
}

/** Describes the effect of changes in sentences for hosts. */
export interface RowEffect {
  lines: string[];
  /** A likely mistake, which the admin asks to confirm before it saves. */
  warnings: string[];
}

export interface RowHooks {
  /** Works out what changes would do; writes nothing. */
  describeChanges?(ctx: Ctx, db: Db, changes: readonly DraftChange[]): Promise<RowEffect>;
  /** Fills in missing and derived values of a new row before it is checked. */
  complete?(input: FormValues): FormValues;
  /** Made once for all rows of a write. */
  createNormalizer?(ctx: Ctx): Normalizer;
  /** Throws an AppError for a new row that is not allowed. */
  beforeCreate?(values: FormValues): void;
  /** Takes further locks before rows are locked. */
  lock?(tx: Tx): Promise<unknown>;
  /** Throws an AppError for a change that is not allowed; may remove values from it. */
  beforeUpdate?(change: Updates): Promise<void> | void;
  /** Runs in the same transaction; `row` is as it was. */
  afterUpdate?(change: Updates): Promise<void>;
  /** Throws an AppError where a row, which is locked, may not be deleted. */
  beforeDelete?(row: StoredRow): void;
  /** Values to set when a reference is cleared, by its column; undone when it is restored. */
  whenCleared?: Readonly<Record<string, FormValues>>;
  /** Runs after rows were deleted from the trash. */
  afterPurge?(ctx: Ctx, ids: string[]): Promise<void>;
}

/** `null` is an anonymous visitor. */
export type Viewer = null | {
  id: string;
  /** Canonical and verified. */
  email: string;
  /** Empty when unknown. */
  name: string;
  /** The role at present, not at sign-in. */
  role: 'guest' | 'admin';
  createdAt: Date;
  sessionId: string;
  /** An admin with an old session and a passkey must use it before any admin call. */
  needsReauthentication: boolean;
};
