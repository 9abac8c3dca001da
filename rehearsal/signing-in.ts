import { type Claims, exactly } from './claim.ts';
import { fetchOnce } from './fetch-once.ts';
import { appUrl } from './proxy.ts';
import { hostEmail, type Stage, waitFor } from './stage.ts';
import type { Reply, Visitor } from './visitor.ts';

const mailWithinMs = 20_000;

interface Mail {
  subject: string;
}

export const mailsTo = async ({ standIns }: Stage, address: string): Promise<Mail[]> =>
  (await fetchOnce(`${standIns}/mail/messages?to=${encodeURIComponent(address)}`)).json() as Promise<Mail[]>;

/** A browser in which the host is signed in. */
export async function signedInHost(stage: Stage, address: string): Promise<Visitor> {
  const host = stage.visitor(address);
  await signInByCode(stage, host, host, hostEmail);
  return host;
}

/** Sign-in by a mailed code and by Google, where each step goes to the other process. */
export const signingIn: Claims = async (stage) => {
  const [first, second] = stage.sites;
  const here = stage.visitor(await stage.addressFor(first));
  const there = here.movedTo(await stage.addressFor(second));
  const guest = 'gwen@example.com';
  const typed = await signInByCode(stage, here, there, guest);
  const sessions = (typed.headers['set-cookie'] ?? []).filter((line) => /session=/.test(line));
  const byCode = await knowing([here, there], guest);
  await here.json('POST', '/api/logout', {});
  here.cookies.set(...cookieOf(sessions[0] ?? ''));
  const after = await knowing([here, there], guest);
  here.cookies.clear();
  await signInByGoogle(here, there, 'gabe@example.com');
  return [
    exactly(
      'Session cookies: __Host-, Secure, HttpOnly, no domain',
      sessions.filter(isBoundToHost).length,
      1,
    ),
    exactly('Processes that know who typed a code at one of them', byCode, 2),
    exactly('Processes that take the session after sign-out at one of them', after, 0),
    exactly(
      'Processes that know who left for Google from one, and came back to the other',
      await knowing([here, there], 'gabe@example.com'),
      2,
    ),
  ];
};

const isBoundToHost = (line: string): boolean =>
  /^__Host-session=/.test(line) &&
  ['Secure', 'HttpOnly', 'Path=/'].every((attribute) => line.split('; ').includes(attribute)) &&
  !/; *Domain=/i.test(line);

function cookieOf(line: string): [string, string] {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  return [name, value];
}

/** How many of these browsers the site knows by this address. */
async function knowing(browsers: Visitor[], email: string): Promise<number> {
  const people = await Promise.all(
    browsers.map((browser) => browser.json<{ email: string } | null>('GET', '/api/users/me')),
  );
  return people.filter((person) => person?.email === email).length;
}

/** Asks for a code in one browser and types it in another: the same one, at another address. */
async function signInByCode(stage: Stage, asking: Visitor, typing: Visitor, email: string): Promise<Reply> {
  const before = (await mailsTo(stage, email)).length;
  await asking.json('POST', '/api/send-otp', { email });
  const newCode = async () => {
    const mails = await mailsTo(stage, email);
    return mails.length > before ? (/\d{6}/.exec(mails[0]?.subject ?? '')?.[0] ?? null) : null;
  };
  const otp = await waitFor(newCode, mailWithinMs, 'a mail with a code');
  const reply = await typing.request('POST', '/api/verify-otp', { json: { email, otp } });
  if (reply.status !== 200) throw new Error(`the code was refused: ${reply.body}`);
  return reply;
}

/** Leaves for the provider's page in one browser, and brings its code back in another. */
async function signInByGoogle(leaving: Visitor, returning: Visitor, email: string): Promise<void> {
  const { redirectUrl } = await leaving.json<{ redirectUrl: string }>(
    'GET',
    `/api/oauth/google/redirect_url?originUrl=${encodeURIComponent(appUrl)}`,
  );
  const page = await (await fetchOnce(redirectUrl)).text();
  const request = /name="request" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const chosen = await fetchOnce(new URL('/google/account', redirectUrl), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ request, email, name: 'Gabe Guest', verified: 'on' }),
  });
  const { searchParams } = new URL(chosen.headers.get('Location') ?? '');
  const [code, state] = [searchParams.get('code'), searchParams.get('state')];
  await returning.json('POST', '/api/sessions', { code, state });
}
