import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ApprovalEffect } from './request-dialogs.tsx';

function effectOf(dueNow: number, plan: 'full' | 'deposit' = 'full'): string {
  const due = { kind: plan, dueNow, dueLater: [] };
  const quote = { plans: [due] } as unknown as Parameters<typeof ApprovalEffect>[0]['quote'];
  const stay = { name: 'Ann Lee', quote, plan, total: dueNow, currency: 'usd' };
  return renderToStaticMarkup(<ApprovalEffect {...stay} />);
}

test('the hosts’ approval names what is paid at once', () => {
  expect(effectOf(50)).toContain('They are booked once $0.50 is paid');
  expect(effectOf(18_000, 'deposit')).toContain('They are booked once $180.00 is paid');
});

test.each([0, 1, 49])(
  'the hosts’ approval of %i cents names no sum, since a card is not charged it',
  (cents) => {
    for (const plan of ['full', 'deposit'] as const) {
      const html = effectOf(cents, plan);
      expect(html).not.toMatch(/\$/);
      expect(html).toContain(
        'Nothing is to be paid: they are booked once Ann Lee confirms the stay with the link',
      );
    }
  },
);
