import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { InputControl } from './field-props.ts';
import { MoneyInput, parseMoney } from './money-input.tsx';

test.each([
  ['175', 17_500],
  ['175.5', 17_550],
  ['$1,131.20', 113_120],
  ['-50', -5_000],
  ['−50', -5_000],
  [' ', undefined],
  ['175,00', '175,00'],
  ['175.555', '175.555'],
  ['--1', '--1'],
])('the typed amount %j is %j', (text, value) => {
  expect(parseMoney(text)).toBe(value);
});

const control: InputControl = {
  id: 'price',
  name: 'price_cents',
  schema: { type: 'integer', unit: 'cents' },
  value: 17_500,
  required: false,
  disabled: false,
  onChange() {},
};

test.each([
  [{}, 'value="175.00"', '>$<'],
  [{ currency: 'eur' }, 'value="175.00"', '>€<'],
  [{ currency: 'x' }, 'value="175.00"', '>X<'],
  [{ value: 'many' }, 'value="many"', '>$<'],
  [{ value: null }, 'value=""', '>$<'],
])('an amount with %j shows its value and its currency', (more, value, sign) => {
  const html = renderToStaticMarkup(<MoneyInput {...control} {...more} />);
  expect(html).toContain(value);
  expect(html).toContain(sign);
});
