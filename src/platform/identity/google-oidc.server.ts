import type { Configuration } from 'openid-client';
import type { Settings } from '../../env.server.ts';
import { dayMs } from '../../shared/durations.ts';
import { AppError } from '../../shared/errors.ts';

/** What a browser's sign-in must come back with; each value is random and used once. */
interface AuthorizationRequest {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Who signed in, as the provider's checked ID token says. (`issuer`, `subject`) never changes, the address may. */
interface GoogleAccount {
  issuer: string;
  subject: string;
  email: string;
  isEmailVerified: boolean;
  name: string;
}

/** Sign-in with Google, or with another OpenID provider at the configured issuer. */
export interface Google {
  /**
   * Begins a sign-in.
   * @returns the provider's page to open, and the flow that its answer must fit; it comes back to `redirectUri`
   * @throws AppError `unavailable` when the provider does not answer
   */
  begin(): Promise<{ url: string; flow: AuthorizationRequest; redirectUri: string }>;
  /**
   * Exchanges the code that the provider sent back.
   * @throws AppError `invalid` for a code or an ID token that does not fit the flow, `unavailable` when the provider
   * cannot tell
   */
  redeem(
    code: string,
    flow: Omit<AuthorizationRequest, 'state'> & { redirectUri: string },
  ): Promise<GoogleAccount>;
}

type Client = Settings['google'] & {
  /** Where the provider sends the browser back to. */
  redirectUri: string;
};

const timeoutSeconds = 5;
/** Providers change their addresses rarely; their keys are looked up on their own. */
const discoveryMs = dayMs;

export const loginFailed = 'Google login failed. Please try again.';
const providerUnavailable =
  'Google sign-in is not answering right now. Please try again, or use an e-mailed code.';

/** The provider and its library are asked for at the first sign-in, since most processes idle without them. */
export function createGoogle({ google, appUrl }: Pick<Settings, 'google' | 'appUrl'>): Google {
  const client: Client = { ...google, redirectUri: `${appUrl}/auth/callback` };
  let found: { config: Promise<Configuration>; until: number } | undefined;
  const config = (): Promise<Configuration> => {
    if (!found || found.until < Date.now()) {
      const asked = discover(client);
      found = { config: asked, until: Date.now() + discoveryMs };
      asked.catch(() => {
        if (found?.config === asked) found = undefined;
      });
    }
    return found.config;
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
      const answer = new URL(flow.redirectUri);
      answer.searchParams.set('code', code);
      const { issuer, authorization_response_iss_parameter_supported: tellsIssuer } =
        provider.serverMetadata();
      // Our door takes the code alone. There is one issuer, and its ID token must name it too.
      if (tellsIssuer) answer.searchParams.set('iss', issuer);
      const tokens = await openid
        .authorizationCodeGrant(provider, answer, {
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

/** Only a stand-in on this machine may speak plain HTTP. */
async function discover({ issuer, clientId, clientSecret }: Client): Promise<Configuration> {
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
  // The signature of an ID token counts too, not only the connection it came by.
  openid.enableNonRepudiationChecks(config);
  return config;
}

/** The provider's own words for a code that is wrong, used or old (RFC 6749, section 5.2). */
const deniedGrants = ['invalid_grant', 'invalid_request'];
/** The library's words for an ID token that is not what we asked for. */
const rejectedTokens = [
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
];

/** Whatever is not known to be the fault of this sign-in is the provider's: nobody is signed in either way. */
function toAppError(error: unknown): never {
  const { code, error: answered, status } = error as { code?: unknown; error?: unknown; status?: unknown };
  const isRefused =
    rejectedTokens.includes(String(code)) || (status === 400 && deniedGrants.includes(String(answered)));
  if (isRefused) throw new AppError('invalid', loginFailed, { cause: error });
  throw new AppError('unavailable', providerUnavailable, { cause: error, retryAfterSeconds: 30 });
}
