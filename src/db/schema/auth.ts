import type { Generated } from 'kysely';
import type users from '../../shared/schemas/users.ts';
import type { Moment } from './column-types.ts';
import type { TableColumns } from './table-columns.ts';

export type UsersTable = TableColumns<
  typeof users,
  {
    id: string;
    google_issuer: string | null;
    google_subject: string | null;
  }
>;

export type SignInMethod = 'code' | 'google' | 'passkey';

export interface SessionsTable {
  id: string;
  user_id: string;
  /** SHA-256 of the token in the cookie. */
  token_hash: Buffer;
  method: SignInMethod;
  created_at: Moment;
  last_seen_at: Moment;
  /** The last sign-in, or the last renewal with a passkey. */
  authenticated_at: Moment;
  user_agent: Generated<string>;
  network: Generated<string>;
}

export interface LoginCodesTable {
  id: string;
  email: string;
  binding_hash: Buffer;
  code_hash: Buffer;
  /** The browser that requested it, if it signed in before; its mails count separately. */
  device_id: string | null;
  max_attempts: number;
  failed_attempts: Generated<number>;
  created_at: Moment;
  expires_at: Date;
  used_at: Date | null;
}

export interface OauthRequestsTable {
  id: string;
  binding_hash: Buffer;
  state_hash: Buffer | null;
  nonce: string;
  code_verifier: string;
  redirect_uri: string;
  created_at: Moment;
  expires_at: Date;
  used_at: Date | null;
}

export interface PasskeysTable {
  id: string;
  user_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: Generated<number>;
  transports: Generated<string[]>;
  name: Generated<string>;
  created_at: Moment;
  last_used_at: Date | null;
}

export interface WebauthnChallengesTable {
  id: string;
  binding_hash: Buffer;
  user_id: string | null;
  purpose: 'register' | 'sign-in' | 'renew';
  challenge: string;
  created_at: Moment;
  expires_at: Date;
  used_at: Date | null;
}

export interface AuthTables {
  users: UsersTable;
  sessions: SessionsTable;
  login_codes: LoginCodesTable;
  oauth_requests: OauthRequestsTable;
  passkeys: PasskeysTable;
  webauthn_challenges: WebauthnChallengesTable;
}
