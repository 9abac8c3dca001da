import type { Configuration } from 'openid-client';
import type { Settings } from '../../env.server.ts';
import { dayMs } from '../../shared/durations.ts';
import { AppError } from '../../shared/errors.ts';

interface AuthorizationRequest {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The user of a verified ID token. (`issuer`, `subject`) never changes; the email may. */
interface GoogleIdentity {
  issuer: string;
  subject: string;
  email: string;
  isEmailVerified: boolean;
  name: string;
}

export interface Google {
  /** @throws AppError `unavailable` */
  begin(): Promise<{ url: string; flow: AuthorizationRequest; redirectUri: string }>;
  /** @throws AppError `invalid` for a code or ID token that does not match the flow, `unavailable` */
  redeem(
    code: string,
    flow: Omit<AuthorizationRequest, 'state'> & { redirectUri: string },
  ): Promise<GoogleIdentity>;
}

type OidcClient = Settings['google'] & { redirectUri: string };

const timeoutSeconds = 5;

export const loginFailed = 'Google login failed. Please try again.';
const providerUnavailable =
  'Google sign-in is not answering right now. Please try again, or use an e-mailed code.';

/** Loads the provider's metadata and the library at the first sign-in, since most processes idle without them. */
export function createGoogle({ google, appUrl }: Pick<Settings, 'google' | 'appUrl'>): Google {
  const client: OidcClient = { ...google, redirectUri: `${appUrl}/auth/callback` };
  let discovered: { config: Promise<Configuration>; until: number } | undefined;
  const config = (): Promise<Configuration> => {
    if (!discovered || discovered.until < Date.now()) {
      const loading = discover(client);
      discovered = { config: loading, until: Date.now() + dayMs };
      loading.catch(() => {
        if (discovered?.config === loading) discovered = undefined;
      });
    }
    return discovered.config;
  };

  return {
    async begin() {
      const openid = await import('openid-client');
      const provider = await config().catch(toAppError);
      const flow: AuthorizationRequest = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        codeVerifier: openid.randomPKCECodeVerifier(),
      };
      const url = openid.buildAuthorizationUrl(provider, {
        redirect_uri: client.redirectUri,
        scope: 'openid email profile',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(flow.codeVerifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      });
      return { url: url.href, flow, redirectUri: client.redirectUri };
    },

    async redeem(code, flow) {
      const openid = await import('openid-client');
      const provider = await config().catch(toAppError);
      const response = new URL(flow.redirectUri);
      response.searchParams.set('code', code);
      const { issuer, authorization_response_iss_parameter_supported: hasIssuer } = provider.serverMetadata();
      // Our API only receives the code. There is one issuer, and its ID token must name it too.
      if (hasIssuer) response.searchParams.set('iss', issuer);
      const tokens = await openid
        .authorizationCodeGrant(provider, response, {
          pkceCodeVerifier: flow.codeVerifier,
          expectedNonce: flow.nonce,
          idTokenExpected: true,
        })
        .catch(toAppError);
      const claims = tokens.claims();
      if (!claims || typeof claims.email !== 'string') throw new AppError('invalid', loginFailed);
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: claims.email,
        isEmailVerified: claims.email_verified === true,
        name: typeof claims.name === 'string' ? claims.name : '',
      };
    },
  };
}

/** Only a local stand-in may use plain HTTP. */
async function discover({ issuer, clientId, clientSecret }: OidcClient): Promise<Configuration> {
  const openid = await import('openid-client');
  const server = new URL(issuer);
  const isLocal = server.protocol === 'http:' && server.hostname === 'localhost';
  const config = await openid.discovery(
    server,
    clientId,
    { id_token_signed_response_alg: 'RS256' },
    openid.ClientSecretPost(clientSecret),
    { timeout: timeoutSeconds, execute: isLocal ? [openid.allowInsecureRequests] : [] },
  );
  // The signature of the ID token is checked too, not only the connection that it came by.
  openid.enableNonRepudiationChecks(config);
  return config;
}

/** RFC 6749, section 5.2: the code is wrong, used or old. */
const deniedGrants = ['invalid_grant', 'invalid_request'];
const rejectedTokens = [
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
];

function toAppError(error: unknown): never {
  const { code, error: grantError, status } = error as { code?: unknown; error?: unknown; status?: unknown };
  const isRejected =
    rejectedTokens.includes(String(code)) || (status === 400 && deniedGrants.includes(String(grantError)));
  if (isRejected) throw new AppError('invalid', loginFailed, { cause: error });
  throw new AppError('unavailable', providerUnavailable, { cause: error, retryAfterSeconds: 30 });
}
