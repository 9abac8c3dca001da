import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/client.server.ts';
import { deleteInBatches } from '../../../db/delete-in-batches.server.ts';
import type { OauthRequestsTable } from '../../../db/schema/auth.ts';

type OauthFlow = Selectable<OauthRequestsTable>;

export const insertFlow = (db: Db, flow: Omit<OauthFlow, 'used_at'>) =>
  db.insertInto('oauth_requests').values(flow).execute();

/** Consumes a flow of the browser: that of `stateHash`, else the latest. Only one of several callers gets it. */
export const consumeFlow = (db: Db, browserHashes: Buffer[], stateHash: Buffer | null, now: Date) =>
  db
    .updateTable('oauth_requests')
    .set({ used_at: now })
    .where('used_at', 'is', null)
    .where('id', '=', (query) =>
      query
        .selectFrom('oauth_requests')
        .select('id')
        .where('binding_hash', '=', sql<Buffer>`any(${browserHashes})`)
        .$if(stateHash !== null, (flow) => flow.where('state_hash', '=', stateHash))
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .forUpdate(),
    )
    .returning(['nonce', 'code_verifier as codeVerifier', 'redirect_uri as redirectUri'])
    .executeTakeFirst();

export const deleteExpiredFlows = (db: Db, now: Date) =>
  deleteInBatches(db, { table: 'oauth_requests', where: sql<boolean>`expires_at < ${now}` });
