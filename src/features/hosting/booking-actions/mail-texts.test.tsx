import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Effect as ChargeEffect } from './charge-dialog.tsx';
import { formatMailed } from './mail-texts.ts';
import { Effect as MoveEffect } from './move-effect.tsx';
import { Effect as PartyEffect } from './party-dialog.tsx';

const guest = { name: 'Ann Lee', email: 'ann@guests.example' };
const byPhone = { name: 'Ann Lee', email: '' };
const stay = {
  checkin: '2030-03-01',
  checkout: '2030-03-04',
  total: 10_000,
  property: { title: 'Dune House' },
};
const changed = { difference: 2_000, refund: 0, due: 2_000, dueOn: null, currency: 'usd', overrides: [] };

const moved = ({ name, email }: typeof guest, more: object = {}) =>
  renderToStaticMarkup(
    <MoveEffect
      preview={
        { ...changed, from: stay, to: stay, ...more } as unknown as ComponentProps<
          typeof MoveEffect
        >['preview']
      }
      guest={{ name, email }}
    />,
  );
const resized = (who: typeof guest, more: object = {}) => {
  const party = { guests: 3, pets: 0, total: 12_000 };
  const props = {
    change: { ...changed, from: party, to: party, ...more },
    booking: { ...who, currency: 'usd' },
  };
  return renderToStaticMarkup(<PartyEffect {...(props as unknown as ComponentProps<typeof PartyEffect>)} />);
};
const charged = (who: typeof guest, collect: 'link' | 'card' | 'elsewhere' = 'link') => {
  const preview = { from: 10_000, to: 12_000, amount: 2_000, taxes: 0, due: 2_000 };
  const props = {
    preview,
    booking: { ...who, currency: 'usd', due: 0, dueOn: null },
    label: 'Pool',
    collect,
  };
  return renderToStaticMarkup(
    <ChargeEffect {...(props as unknown as ComponentProps<typeof ChargeEffect>)} />,
  );
};

test('a change for a guest with an address names its mail and the link in it', () => {
  expect(formatMailed(guest)).toBe('The guest has a mail about it.');
  for (const html of [moved(guest), resized(guest), charged(guest)]) {
    expect(html).toContain('Ann Lee gets a link to pay');
    expect(html).toContain('Mail to ann@guests.example: ');
  }
  expect(charged(guest)).toContain('“Please pay $20.00 for Pool”');
  expect(charged(guest, 'elsewhere')).toContain('“Paid: $20.00 for Pool”, with the receipt');
  expect(charged(guest, 'card')).toContain('“Charged: $20.00 for Pool”');
});

test('a change of a disputed stay promises neither a charge nor a link to pay', () => {
  for (const html of [moved(guest, { isDisputed: true }), resized(guest, { isDisputed: true })]) {
    expect(html).toContain('$20.00 stays open, and is neither charged nor asked for by itself');
    expect(html).not.toMatch(/gets a link|stored card/);
  }
});

test('a change for a guest without an address promises no mail and says that hosts send the link', () => {
  expect(formatMailed(byPhone)).toBe(
    'Nothing is mailed: please send the guest the link of their page, or call.',
  );
  const later = { dueOn: '2030-02-01', hasCard: false };
  for (const html of [
    moved(byPhone),
    moved(byPhone, later),
    resized(byPhone),
    resized(byPhone, later),
    charged(byPhone),
  ]) {
    expect(html).toMatch(/Ann Lee pays .* on their page, whose link you send\./);
    expect(html).toContain('Nothing is mailed');
    expect(html).not.toContain('gets a link');
  }
  for (const collect of ['card', 'elsewhere'] as const)
    expect(charged(byPhone, collect)).not.toMatch(/Mail to|receipt/);
});
