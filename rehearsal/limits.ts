import { type Claims, exactly } from './claim.ts';
import { inquire } from './inquiry.ts';
import type { Reply } from './visitor.ts';

/** As docs/operations.md and docs/authentication.md have them. */
const inquiriesPerHour = 10;
const codesPerAddress = 5;

const accepted = (replies: Reply[]): number => replies.filter(({ status }) => status === 200).length;
const isRefused = ({ status, headers }: Reply): boolean =>
  status === 429 && Number(headers['retry-after']) > 0;

/** Limits count for both processes together, and by the address that the proxy has seen. */
export const limits: Claims = async (stage) => {
  const here = stage.visitor(await stage.addressFor(stage.sites[0]));
  const there = stage.visitor(await stage.addressFor(stage.sites[1]));
  const codes: Reply[] = [];
  for (let code = 0; code <= codesPerAddress + 1; code += 1) {
    const asking = code % 2 === 0 ? here : there;
    codes.push(await asking.request('POST', '/api/send-otp', { json: { email: 'many@example.com' } }));
  }
  const inquiries: Reply[] = [];
  for (let count = 0; count < inquiriesPerHour; count += 1)
    inquiries.push(await inquire(here, `limit-${count}@example.com`));
  const headers = ['X-Forwarded-For', 'X-Real-IP', 'Forwarded'];
  const forged = await Promise.all(
    headers.map((name) =>
      inquire(here, 'forged@example.com', {
        [name]: name === 'Forwarded' ? 'for=203.0.113.9' : '203.0.113.9',
      }),
    ),
  );
  const neighbour = await inquire(there, 'neighbour@example.com');
  const { rows } = await stage.database.pool.query<{ key: string }>(
    "select key from rate_limits where key like 'inquiry:%'",
  );
  const addresses = rows.map(({ key }) => key.split(':').slice(1).join(':'));
  const own = addresses.filter((address) => address === here.address || address === there.address);
  return [
    exactly(
      'Codes sent to one address, asked for at both processes in turn',
      accepted(codes),
      codesPerAddress,
    ),
    exactly(
      'Refused after that, by each process, with 429 and Retry-After',
      codes.slice(codesPerAddress).filter(isRefused).length,
      2,
    ),
    exactly('Inquiries accepted from one client address', accepted(inquiries), inquiriesPerHour),
    exactly(
      'Refused after that, whatever address their headers claim',
      forged.filter(isRefused).length,
      headers.length,
    ),
    exactly('Inquiries accepted from another client address', accepted([neighbour]), 1),
    exactly(
      'Addresses the limit has counted that are not the visitors’ own',
      addresses.length - own.length,
      0,
    ),
  ];
};
