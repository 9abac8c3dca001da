import { Resolver } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import type { TLSSocket } from 'node:tls';
import { localHosts } from '../../env.server.ts';
import type { Ctx } from '../../platform/context.server.ts';
import { siteProof } from '../../platform/http/site-proof.server.ts';
import { callStripe, StripeCallError } from '../../platform/stripe-call.server.ts';
import { dayMs } from '../../shared/durations.ts';
import { newId } from '../../shared/uuid.server.ts';
import { newToken } from '../auth/tokens.server.ts';
import { isOtherStorage } from '../media/processing/storage-owner.server.ts';
import { handledTypes } from '../payments/webhook-event.ts';
import { type CheckResult, insertPayment, newestPayment } from './store.server.ts';

/** Runs a check from outside; never throws. */
type Probe = (ctx: Ctx) => Promise<CheckResult>;

const ok = (detail = ''): CheckResult => ({ state: 'ok', detail });
const failed = (detail: string): CheckResult => ({ state: 'failed', detail });
const unknown = (detail: string): CheckResult => ({ state: 'unknown', detail });

const timeoutMs = 5_000;
const maxBytes = 64 * 1024;
const minCertificateDays = 14;

/** Calls the site at its public address with a nonce to which only this site can respond. */
const probeAddress: Probe = async ({ settings, now }) => {
  const nonce = newToken();
  const url = new URL(`/healthz?nonce=${nonce}`, settings.appUrl);
  if (url.protocol !== 'https:' && !localHosts.includes(url.hostname))
    return failed(`${settings.appUrl} is not reached over https.`);
  try {
    const { status, proof, validTo } = await fetchOwn(url);
    if (status >= 300 && status < 400) return failed(`${url.host} redirects elsewhere (${status}).`);
    if (proof !== siteProof(settings.sessionSecret, nonce))
      return failed(`Another site answers at ${settings.appUrl} (${status}).`);
    if (!validTo) return ok();
    const days = Math.floor((validTo.getTime() - now().getTime()) / dayMs);
    return days >= minCertificateDays
      ? ok(`Its certificate is valid for ${days} days.`)
      : failed(`Its certificate ends in ${days} days.`);
  } catch (error) {
    return failed(`${settings.appUrl} does not answer: ${(error as Error).message}`);
  }
};

interface OwnResponse {
  status: number;
  proof: string;
  validTo: Date | null;
}

/** Fetches one response, without following a redirect. @throws Error with a message for hosts */
function fetchOwn(url: URL): Promise<OwnResponse> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent: false, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
      const { socket, headers, statusCode = 0 } = response;
      const certificate = 'getPeerCertificate' in socket ? (socket as TLSSocket).getPeerCertificate() : null;
      const proof = String(headers['x-site-proof'] ?? '');
      const validTo = certificate?.valid_to ? new Date(certificate.valid_to) : null;
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBytes) sent.destroy(new Error('the answer is too long'));
      });
      response.on('end', () => resolve({ status: statusCode, proof, validTo }));
      response.on('error', reject);
    });
    sent.on('error', (error) =>
      reject(
        error.name === 'AbortError' || error.name === 'TimeoutError'
          ? new Error('not within 5 seconds')
          : error,
      ),
    );
    sent.end();
  });
}

/** @returns the judgement of a failed call */
function providerFailure(error: unknown): CheckResult {
  if (!(error instanceof StripeCallError)) return unknown('The card provider could not be asked.');
  if (error.kind === 'denied') return failed('The card provider does not accept the key.');
  return unknown('The card provider gave no answer.');
}

interface Account {
  livemode?: boolean;
  charges_enabled?: boolean;
  payouts_enabled?: boolean;
}

const probeCardKey: Probe = async (ctx) => {
  try {
    const stripe = await ctx.stripe();
    const account = (await callStripe(stripe.accounts.retrieveCurrent())) as Account;
    const isLive = account.livemode ?? /^(?:sk|rk)_live_/.test(ctx.settings.stripe.secretKey);
    const wrong = [
      isLive ? '' : 'the key is of test mode: no real money comes',
      account.charges_enabled ? '' : 'charges are not enabled yet',
      account.payouts_enabled ? '' : 'payouts are not enabled yet',
    ].filter(Boolean);
    return wrong.length === 0 ? ok() : failed(`At the card provider ${wrong.join(', and ')}.`);
  } catch (error) {
    return providerFailure(error);
  }
};

const trialCents = 100;
/** The age of its event at which a trial is repeated. */
const trialDays = 30;
const trialWaitMs = 60_000;
const pollMs = 250;
const maxPolls = 16;

const webhookUrl = ({ settings }: Ctx): string => `${settings.appUrl}/api/webhooks/stripe`;

/** Opens a payment page and expires it at once: its event has to come back. */
const probeCardEvents: Probe = async (ctx) => {
  try {
    const wrong = await endpointProblem(ctx);
    if (wrong) return failed(wrong);
    await openTrial(ctx);
    for (let poll = 0; poll < maxPolls; poll += 1) {
      const judged = await judgeTrial(ctx);
      if (judged.state !== 'unknown') return judged;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
    return await judgeTrial(ctx);
  } catch (error) {
    return providerFailure(error);
  }
};

async function endpointProblem(ctx: Ctx): Promise<string> {
  const stripe = await ctx.stripe();
  const { data } = await callStripe(stripe.webhookEndpoints.list({ limit: 100 }));
  const endpoint = data.find(({ url }) => url === webhookUrl(ctx));
  if (!endpoint) return `The card provider has no endpoint at ${webhookUrl(ctx)}.`;
  if (endpoint.status !== 'enabled') return 'The endpoint at the card provider is not enabled.';
  const events: string[] = endpoint.enabled_events;
  const missing = events.includes('*') ? [] : handledTypes.filter((type) => !events.includes(type));
  return missing.length === 0 ? '' : `The endpoint lacks ${missing.join(', ')}.`;
}

async function openTrial(ctx: Ctx): Promise<void> {
  const stripe = await ctx.stripe();
  const { appUrl } = ctx.settings;
  const session = await callStripe(
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: 'usd',
              unit_amount: trialCents,
              product_data: { name: 'Trial of the site, expired at once' },
            },
          },
        ],
        success_url: `${appUrl}/admin/launch`,
        cancel_url: `${appUrl}/admin/launch`,
      },
      { idempotencyKey: `launch:${newId()}` },
    ),
  );
  // The row must exist before the session's event can come.
  await insertPayment(ctx.db, session.id, ctx.now());
  await callStripe(stripe.checkout.sessions.expire(session.id));
}

/** Judges the newest trial by its event. */
export async function judgeTrial(ctx: Ctx): Promise<CheckResult> {
  const trial = await newestPayment(ctx.db);
  const now = ctx.now().getTime();
  if (!trial) return unknown('Not tried yet.');
  const { created_at: sentAt, event_at: cameAt } = trial;
  if (now - sentAt.getTime() > trialDays * dayMs) return unknown('Not tried for 30 days.');
  if (cameAt && cameAt.getTime() - sentAt.getTime() <= trialWaitMs) return ok();
  if (cameAt) return failed('The event of a trial came after more than a minute.');
  return now - sentAt.getTime() <= trialWaitMs
    ? unknown('Waiting for the event of a trial: look again in a minute.')
    : failed('The event of a trial did not come within a minute.');
}

const probeNames: Probe = async ({ settings }) => {
  const domain = settings.mailFrom.address.split('@').at(-1) ?? '';
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  try {
    if (settings.dnsServer) resolver.setServers([settings.dnsServer]);
    const problems = await Promise.all([
      recordProblem(resolver, { label: 'an SPF record', name: domain, pattern: spfRecord }),
      recordProblem(resolver, { label: 'a DMARC record', name: `_dmarc.${domain}`, pattern: dmarcRecord }),
    ]);
    const missing = problems.flatMap(({ missing }) => missing ?? []);
    const doubled = problems.flatMap(({ doubled }) => doubled ?? []);
    if (missing.length === 0 && doubled.length === 0) return ok();
    const parts = [
      missing.length > 0 ? `Missing: ${missing.join(', ')}.` : '',
      doubled.length > 0 ? `More than one, so that none counts: ${doubled.join(', ')}.` : '',
    ];
    return failed(parts.filter(Boolean).join(' '));
  } catch {
    return unknown(`The name server gave no answer about ${domain}.`);
  }
};

/** RFC 7208, 4.5: in any case. */
const spfRecord = /^v=spf1(?: |$)/i;
/** RFC 7489, 6.4: the version in this case, with blanks around its signs. */
const dmarcRecord = /^[vV][ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/;

interface RequiredRecord {
  label: string;
  name: string;
  pattern: RegExp;
}

/**
 * Checks that a name has one record of a kind: receivers treat several as none.
 * @throws Error if the name server does not respond
 */
async function recordProblem(
  resolver: Resolver,
  { label, name, pattern }: RequiredRecord,
): Promise<{ missing?: string; doubled?: string }> {
  const records = await textRecords(resolver, name);
  const count = records.filter((record) => pattern.test(record)).length;
  const text = `${label} of ${name}`;
  if (count === 0) return { missing: text };
  return count > 1 ? { doubled: text } : {};
}

/** @throws Error where the name server gives no answer */
async function textRecords(resolver: Resolver, name: string): Promise<string[]> {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
    throw error;
  }
}

const probeStorage: Probe = async (ctx) => {
  const { storage } = ctx;
  const key = `trials/${newId()}.txt`;
  const content = newToken();
  try {
    await storage.put(key, Buffer.from(content), 'text/plain');
    const file = await storage.get(key);
    const read = file ? await new Response(await file.stream()).text() : '';
    await storage.remove(key);
    if (read !== content) return failed('A file that was written could not be read again.');
    if (await storage.get(key)) return failed('A file could not be deleted.');
    return (await isOtherStorage(ctx))
      ? failed('It lacks the mark of this database, whose files lie in another storage.')
      : ok();
  } catch (error) {
    await storage.remove(key).catch(() => {});
    return failed(`A file could not be stored: ${(error as Error).message}`);
  }
};

const maxClockSeconds = 60;

const probeClock: Probe = async ({ settings, now }) => {
  try {
    const { headers } = await fetch(new URL('/v1/account', settings.stripe.apiUrl), {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const theirs = Date.parse(headers.get('Date') ?? '');
    if (Number.isNaN(theirs)) return unknown('The card provider did not say what time it is.');
    const seconds = Math.round(Math.abs(now().getTime() - theirs) / 1000);
    return seconds <= maxClockSeconds ? ok() : failed(`It is ${seconds} seconds off the card provider’s.`);
  } catch {
    return unknown('The card provider gave no answer.');
  }
};

/** The probes by the keys of their checks. */
export const probes: Readonly<Record<string, Probe>> = {
  address: probeAddress,
  card_key: probeCardKey,
  card_events: probeCardEvents,
  mail_names: probeNames,
  storage: probeStorage,
  clock: probeClock,
};
