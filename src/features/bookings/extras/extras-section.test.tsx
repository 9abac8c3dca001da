import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AddedExtra } from '../record/added-extras.ts';
import { ExtrasSection } from './extras-section.tsx';
import type { OrderOutcome } from './submit-order.ts';

const added = (more: Partial<AddedExtra>): AddedExtra => ({
  id: 'a',
  label: 'Crib',
  quantity: 2,
  amount: 3_000,
  taxes: 210,
  total: 3_210,
  status: 'open',
  canWithdraw: true,
  isCharge: false,
  isDueAlone: true,
  ...more,
});
const offered = {
  id: 'o',
  label: 'Beach cart',
  description: 'With chairs',
  amount: 4_500,
  taxes: 318,
  total: 4_818,
  maxQuantity: 1,
  needsApproval: false,
  until: '2099-07-04',
};
const draw = (
  extras: { added?: AddedExtra[]; offered?: (typeof offered)[] },
  { dueOn = null, outcome = null }: { dueOn?: string | null; outcome?: OrderOutcome | null } = {},
) =>
  renderToStaticMarkup(
    <ExtrasSection
      trip={{ code: 'ABCD1234', currency: 'usd', dueOn }}
      extras={{ added: [], offered: [], ...extras }}
      outcome={outcome}
    />,
  );

test('an open order says what it costs and until when it is paid, and can be taken back', () => {
  const html = draw({ added: [added({})] });
  expect(html).toContain('Crib × 2');
  expect(html).toContain('Ordered, $32.10');
  expect(html).toContain('within a day, or before your check-in if that comes sooner');
  expect(html).toContain('value="withdraw"');
});

test('an order is said to go into the balance only if it is not due by itself', () => {
  const dueOn = '2099-06-01';
  const cart = added({ id: 'b', label: 'Beach cart', quantity: 1, isDueAlone: false });
  const inBalance = draw({ added: [cart] }, { dueOn });
  expect(inBalance).toContain('What you ordered (Beach cart) goes into your balance of June 1, 2099');
  expect(inBalance).not.toContain('within a day');
  const undated = draw({ added: [cart] });
  expect(undated).toContain('What you ordered (Beach cart) is part of what is still to pay for your stay.');
  expect(undated).not.toContain('within a day');
  const alone = draw({ added: [added({})] }, { dueOn });
  expect(alone).toContain('Please pay what you ordered (Crib × 2) beside the price');
  expect(alone).not.toContain('balance');
  const both = draw({ added: [added({}), cart] }, { dueOn });
  for (const text of ['pay what you ordered (Crib × 2)', 'What you ordered (Beach cart) goes into'])
    expect(both).toContain(text);
});

test('a declined extra has the hosts’ reason and no price, and cannot be withdrawn', () => {
  const html = draw({ added: [added({ status: 'declined', canWithdraw: false, reason: '<b>Full</b>' })] });
  expect(html).toContain('Not possible this time');
  expect(html).toContain('&lt;b&gt;Full&lt;/b&gt;');
  expect(html).not.toMatch(/\$|value="withdraw"/);
});

test('an offered extra shows its price with taxes, its last day, and whether hosts must approve it', () => {
  expect(draw({ offered: [offered] })).toMatch(/\$48\.18, taxes included\. Order until July 4, 2099\./);
  expect(draw({ offered: [{ ...offered, needsApproval: true }] })).toContain('once we have said yes');
  expect(draw({ offered: [offered] })).not.toContain('How many');
  expect(draw({ offered: [{ ...offered, maxQuantity: 2 }] })).toContain('How many');
});

test('another price is named before the next press orders at it', () => {
  const outcome = { id: 'o', failure: 'It costs more now.', price: { quantity: 3, total: 14_455 } };
  const html = draw({ offered: [{ ...offered, maxQuantity: 3 }] }, { outcome });
  expect(html).toContain('3 for $144.55');
  expect(html).toContain('It costs more now.');
  expect(html).toContain('name="total" value="14455"');
});
