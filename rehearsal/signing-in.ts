import { fetchOnce } from './fetch-once.ts';
import { hostEmail, type Stage } from './stage.ts';
import type { Visitor } from './visitor.ts';
import { waitFor } from './wait-for.ts';

const mailWithinMs = 20_000;

interface Mail {
  subject: string;
}

const mailsTo = async ({ standIns }: Stage, address: string): Promise<Mail[]> =>
  (await fetchOnce(`${standIns}/mail/messages?to=${encodeURIComponent(address)}`)).json() as Promise<Mail[]>;

/** A browser in which the host has signed in by a mailed code. */
export async function signedInHost(stage: Stage, address: string): Promise<Visitor> {
  const host = stage.visitor(address);
  const before = (await mailsTo(stage, hostEmail)).length;
  await host.json('POST', '/api/send-otp', { email: hostEmail });
  const newCode = async () => {
    const mails = await mailsTo(stage, hostEmail);
    return mails.length > before ? (/\d{6}/.exec(mails[0]?.subject ?? '')?.[0] ?? null) : null;
  };
  const otp = await waitFor(newCode, mailWithinMs, 'a mail with a code');
  await host.json('POST', '/api/verify-otp', { email: hostEmail, otp });
  return host;
}
