import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import type { Product } from '../contract.server.ts';
import { ProductCard } from './product-card.tsx';

const product: Product = {
  id: 'p1',
  name: 'Snowbird Month',
  description: 'A quiet month by the Gulf.',
  images: [],
  pictures: [],
  price: 245_000,
  currency: 'usd',
  billingType: 'recurring',
  billingPeriod: 'month',
};
const show = (more: Partial<Product> = {}) =>
  renderPage(<ProductCard product={{ ...product, ...more }} busy={false} eager={false} onBook={() => {}} />)
    .text;

test('a product that renews says so before it is paid', () => {
  expect(show()).toMatch(/\$2,450\.00 \/month Renews each month until you cancel/);
});

test('a product that is paid once has its price for a stay, and no renewal', () => {
  const once = show({ billingType: 'one_time', billingPeriod: null });
  expect(once).toContain('$2,450.00 /stay');
  expect(once).not.toContain('Renews');
});
