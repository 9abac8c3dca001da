import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { readPdf } from '../../../../test/pdf.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { toPlainText } from '../../../platform/mail/email-content.server.ts';
import { formatDate } from '../../../shared/dates.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { loadEmailData } from '../emails/load-email-data.server.ts';
import { drawReceipt } from './draw-receipt.server.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const hosts = (code: string, action: string, json: object) =>
  host.request('POST', `/api/admin/bookings/${code}/${action}`, { json });

/** The text of a booking's receipt as it is now. */
async function receipt(code: string): Promise<string> {
  const data = await loadEmailData(stays.ctx, stays.db, await stays.stored(code));
  return readPdf(await drawReceipt(data, { compress: false })).text;
}
const mailOf = async (code: string, subject: string) => {
  const mails = await stays.queuedMail();
  const mail = mails.findLast((one) => one.subject.startsWith(subject) && one.subject.includes(code));
  return mail?.content ? toPlainText(mail.content) : '';
};

/** $600.00, of which $180.00 is paid now and the rest is charged 30 days before check-in. */
const withDeposit = async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  return stays.confirmed(slug, { plan: 'deposit' });
};
const openLine = /Still to pay|Will be charged on/;

test('the receipt of a deposit names what is paid, what is charged later, and when', async () => {
  const { code } = await withDeposit();
  const text = await receipt(code);
  for (const part of ['Total (USD)', '$600.00', 'Paid', '$180.00', '$420.00']) expect(text).toContain(part);
  expect(text).toContain(`Will be charged on ${formatDate(inDays(30))}`);
});

test('a charge by link is to pay now, and the balance is charged without it', async () => {
  const { code } = await withDeposit();
  const heat = {
    label: 'Heat the pool',
    amount: 2_500,
    isTaxed: false,
    reason: 'As you asked',
    collect: 'link',
  };
  const charged = await host.request('POST', `/api/admin/bookings/${code}/charges`, {
    json: heat,
    headers: { 'Idempotency-Key': newId() },
  });
  expect(charged.status).toBe(201);
  const day = formatDate(inDays(30));
  const text = (await receipt(code)).replaceAll(/\s/g, '');
  expect(text).toContain(`Topaynow$25.00Willbechargedon${day.replaceAll(' ', '')}$420.00`);
  const bill = await mailOf(code, 'Please pay');
  expect(bill).toContain('To pay now: $25.00');
  expect(bill).toContain(`Will be charged on ${day}: $420.00`);
});

test('a balance whose card was declined is still to pay, on no day that is promised', async () => {
  const { code } = await withDeposit();
  await stays.set(code, { balance_declines: 1 });
  const text = await receipt(code);
  expect(text).toContain('Still to pay');
  expect(text).not.toContain('Will be charged on');
});

test.each([
  ['all of it went back', 18_000, '-$180.00'],
  ['nothing went back', 0, ''],
])(
  'a cancelled stay owes nothing on its receipt and in the hosts’ mail, when %s',
  async (_, refund, line) => {
    const { code } = await withDeposit();
    expect((await hosts(code, 'cancel', { refund, reason: 'A pipe burst' })).status).toBe(200);
    const text = await receipt(code);
    expect(text).not.toMatch(openLine);
    expect(text).toContain(line);
    const mail = await mailOf(code, 'Cancelled');
    expect(mail).toContain('Paid: $180.00');
    expect(mail).not.toMatch(openLine);
  },
);

test('a refund of a partly paid stay is not owed again, also while it is pending at the provider', async () => {
  const placed = await withDeposit();
  await stays.faults({ apiStatus: 500 });
  expect((await hosts(placed.code, 'refund', { amount: 5_000, reason: 'Noise' })).status).toBe(200);
  const pending = await stays.read(placed);
  await stays.faults({ apiStatus: null });
  await stays.run();
  const done = await stays.read(placed);
  expect([pending.due, done.due]).toEqual([42_000, 42_000]);
  expect([pending.paid, done.paid]).toEqual([18_000, 13_000]);
  expect(await receipt(placed.code)).toContain('-$50.00');
});

test('a receipt names who the hosts are by law, where they have written it', async () => {
  const { code } = await withDeposit();
  expect(await receipt(code)).not.toContain('Issued by');
  const legal = { legal_name: 'Gulf Homes LLC', legal_address: '1 Beach Road, Panama City Beach, FL' };
  await stays.db.updateTable('site_settings').set(legal).execute();
  expect(await receipt(code)).toContain('Issued by Gulf Homes LLC, 1 Beach Road');
});
