import { callTool, connectAgent } from '../../test/agent-client.ts';
import { changeStay, fillDetails, freeNights, freeStay } from '../booking-steps.ts';
import { query } from '../database.ts';
import { open } from '../goto.ts';
import { newPerson } from '../sign-in.ts';
import { expect, test } from '../site.ts';

test.afterEach(freeNights);

test('the home page names the server for agents', async ({ request }) => {
  const html = await (await request.get('/')).text();
  expect(html).toContain(
    '<link rel="service" type="application/json" href="/mcp" title="Model Context Protocol">',
  );
});

test('a guest books at the link of an agent, with other guests than it said, and the booking is counted as its', async ({
  page,
  request,
  baseURL,
}) => {
  const stay = await freeStay(request);
  const client = await connectAgent(baseURL ?? '');
  const { content } = await callTool(client, 'get_quote', { ...stay, guests: 4 });
  const { pathname, search } = new URL(String(content.continueUrl));
  await open(page, `${pathname}${search}`);
  await changeStay(page);
  await page.getByLabel('Guests').fill('3');
  await expect(page).toHaveURL(/guests=3.*&via=agent$/);
  // The form of the new price takes the place of the former one's.
  const reserve = page.getByRole('button', { name: /^Reserve and pay/ });
  await expect(reserve).toBeEnabled();
  const email = newPerson();
  await fillDetails(page, email);
  await reserve.click();
  await expect
    .poll(() => query('select source, guests from bookings where email = $1', [email]))
    .toEqual([{ source: 'agent', guests: 3 }]);
});
