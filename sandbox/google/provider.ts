import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { isEmail } from '../stripe/create-session.ts';
import { accountPage, errorPage } from './pages.ts';
import {
  ACCOUNTS,
  type Account,
  accountFor,
  type Client,
  checkRequest,
  returnUrl,
  type SignInRequest,
  shortLived,
} from './requests.ts';
import { buildClaims, createKey, idToken, TOKEN_FAULTS, type TokenFault } from './tokens.ts';

/** `coop`: the Cross-Origin-Opener-Policy of every page. `idToken`: what is wrong with ID tokens. `status`: `/token` fails. */
type Switches = { coop: string | null; idToken: TokenFault | null; status: number | null };

const NO_FAULTS: Switches = { coop: null, idToken: null, status: null };

type Grant = { request: SignInRequest; account: Account };

/** An OpenID Connect provider at `{origin}/google`, as far as signing in with a code and PKCE goes. */
export function googleProvider(options: { origin: string; client: Client }): Hono {
  const { client } = options;
  const issuer = `${options.origin}/google`;
  const switches: Switches = { ...NO_FAULTS };
  const requests = shortLived<SignInRequest>(60);
  const codes = shortLived<Grant>(10);
  const accessTokens = shortLived<Grant>(60);
  let key: ReturnType<typeof createKey> | undefined;
  const signingKey = () => {
    key ??= createKey();
    return key;
  };
  const app = new Hono();

  app.use(async (c, next) => {
    await next();
    c.header('cache-control', 'no-store');
    c.header('content-security-policy', "frame-ancestors 'none'; base-uri 'none'");
    if (switches.coop) c.header('cross-origin-opener-policy', switches.coop);
  });

  app.get('/.well-known/openid-configuration', (c) => c.json(discovery(issuer)));
  app.get('/certs', async (c) => c.json({ keys: [(await signingKey()).jwk] }));

  app.get('/authorize', (c) => {
    const checked = checkRequest(c.req.query(), client);
    if ('page' in checked) return c.html(errorPage(checked.page), 400);
    if ('request' in checked)
      return c.html(accountPage(requests.add(checked.request), checked.request.loginHint));
    const { redirectUri, state, error, description } = checked.back;
    return c.redirect(
      returnUrl(redirectUri, { error, error_description: description, state, iss: issuer }),
      303,
    );
  });

  app.post('/account', async (c) => {
    const form = (await c.req.parseBody()) as Record<string, string | undefined>;
    const request = requests.get(form.request ?? '');
    if (!request)
      return c.html(errorPage('This sign-in has ended. Go back to the site and start again.'), 400);
    const { redirectUri, state, scope } = request;
    if (form.choice === 'cancel')
      return c.redirect(returnUrl(redirectUri, { error: 'access_denied', state, iss: issuer }), 303);
    const email = (form.choice ?? form.email ?? '').trim();
    if (!isEmail(email)) return c.html(accountPage(form.request ?? '', email, 'Enter an email address.'));
    const known = form.choice ? ACCOUNTS.find((account) => account.email === email) : undefined;
    const account = known ?? accountFor(email, form.verified === 'on', form.name?.trim(), form.sub?.trim());
    requests.take(form.request ?? '');
    const code = codes.add({ request, account });
    return c.redirect(returnUrl(redirectUri, { state, iss: issuer, code, scope: scope.join(' ') }), 303);
  });

  app.post('/token', async (c) => {
    if (switches.status) return c.json({ error: 'server_error' }, switches.status as 500);
    const form = (await c.req.parseBody()) as Record<string, string | undefined>;
    if (!isClient(c, form, client))
      return c.json({ error: 'invalid_client', error_description: 'Unauthorized' }, 401);
    if (form.grant_type !== 'authorization_code') return c.json({ error: 'unsupported_grant_type' }, 400);
    const grant = codes.take(form.code ?? '');
    const problem = grant ? whatIsWrong(grant.request, form) : 'Malformed or used code';
    if (!grant || problem) return c.json({ error: 'invalid_grant', error_description: problem }, 400);
    const accessToken = accessTokens.add(grant);
    const about = { ...grant, issuer, clientId: client.id, accessToken };
    return c.json({
      access_token: accessToken,
      expires_in: 3599,
      scope: grant.request.scope.join(' '),
      token_type: 'Bearer',
      id_token: idToken(about, await signingKey(), switches.idToken),
    });
  });

  app.on(['GET', 'POST'], '/userinfo', (c) => {
    const grant = accessTokens.get((c.req.header('authorization') ?? '').replace(/^Bearer /i, ''));
    if (!grant)
      return c.json({ error: 'invalid_token' }, 401, { 'www-authenticate': 'Bearer error="invalid_token"' });
    return c.json(buildClaims(grant.account, grant.request.scope));
  });

  app.get('/switches', (c) => c.json(switches));
  app.delete('/switches', (c) => c.json(Object.assign(switches, NO_FAULTS)));
  app.post('/switches', async (c) => {
    const changes = await c.req.json<Partial<Switches>>();
    const fault = changes.idToken ?? null;
    const unknown = Object.keys(changes).find((name) => !Object.hasOwn(NO_FAULTS, name));
    if (unknown) return c.json({ message: `There is no switch "${unknown}"` }, 400);
    if (fault && !TOKEN_FAULTS.includes(fault))
      return c.json({ message: `"idToken" must be null or one of ${TOKEN_FAULTS.join(', ')}` }, 400);
    return c.json(Object.assign(switches, changes));
  });
  return app;
}

/** Google takes the client's secret in the body or in the Authorization header. */
function isClient(c: Context, form: Record<string, string | undefined>, client: Client): boolean {
  const [scheme, value = ''] = c.req.header('authorization')?.split(' ') ?? [];
  if (scheme !== 'Basic') return form.client_id === client.id && form.client_secret === client.secret;
  const [id = '', secret = ''] = Buffer.from(value, 'base64').toString().split(':').map(formDecode);
  return id === client.id && secret === client.secret;
}

function formDecode(text: string): string {
  return new URLSearchParams(`x=${text}`).get('x') ?? '';
}

function whatIsWrong(request: SignInRequest, form: Record<string, string | undefined>): string | undefined {
  if (form.redirect_uri !== request.redirectUri) return 'redirect_uri is not the one of the request';
  const challenge = createHash('sha256')
    .update(form.code_verifier ?? '')
    .digest('base64url');
  return challenge === request.codeChallenge ? undefined : 'Invalid code verifier.';
}

function discovery(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/certs`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'email', 'profile'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    claims_supported: [
      'aud',
      'email',
      'email_verified',
      'exp',
      'family_name',
      'given_name',
      'iat',
      'iss',
      'name',
      'sub',
    ],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    grant_types_supported: ['authorization_code'],
  };
}
