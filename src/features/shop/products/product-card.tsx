import { Bath, BedDouble, type LucideIcon, Users } from 'lucide-react';
import { Link } from 'react-router';
import { formatMoney } from '../../../shared/money.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { Button } from '../../../ui/button.tsx';
import { UnbrokenText } from '../../../ui/unbroken-text.tsx';
import type { Product } from '../contract.server.ts';
import { ProductImage } from './product-image.tsx';

interface ProductCardProps {
  product: Product;
  busy: boolean;
  eager: boolean;
  onBook(): void;
}

export function ProductCard({ product, busy, eager, onBook }: ProductCardProps) {
  const period = renewalPeriod(product);
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-3xl bg-white shadow-card transition-shadow duration-300 hover:shadow-lift lone:grid lone:grid-cols-2">
      <ProductImage
        product={product}
        eager={eager}
        sizes="(min-width: 64rem) 24rem, (min-width: 48rem) 50vw, 100vw"
        className="h-64 lone:h-full"
      />
      <div className="flex grow flex-col gap-4 p-6 sm:p-7">
        <h2 id={`name-${product.id}`} className="text-2xl text-deep wrap-anywhere">
          <UnbrokenText>{product.name}</UnbrokenText>
        </h2>
        <p className="line-clamp-2 text-slate">{product.description}</p>
        <ul aria-label="What you get" className="flex flex-wrap gap-2 text-sm font-medium">
          {propertyFacts(product).map(([Icon, text]) => (
            <li
              key={text}
              className="inline-flex items-center gap-1.5 rounded-full bg-mist px-3 py-1.5 text-deep"
            >
              <Icon aria-hidden="true" className="size-4 text-gulf" />
              {text}
            </li>
          ))}
          {included.map((text) => (
            <li key={text} className="rounded-full bg-sand px-3 py-1.5 text-ink">
              {text}
            </li>
          ))}
        </ul>
        <div className="mt-auto border-t border-dune/70 pt-5">
          <p className="mb-4 text-slate">
            <span className="text-2xl font-bold text-deep">
              {formatMoney(product.price, product.currency)}
            </span>
            {`/${period ?? 'stay'}`}
            {period && (
              // The description may say so as well, but is cut after two lines.
              <span className="block">{`Renews each ${period} until you cancel`}</span>
            )}
          </p>
          <p className="mb-4 text-slate">
            For a stay whose dates you have agreed with us. Not yet?{' '}
            <Link to="/book" className="font-medium text-gulf underline underline-offset-4">
              Choose your nights first
            </Link>
          </p>
          {/* React replays a form's action, unlike a click, that comes before the page's scripts. */}
          <form action={onBook}>
            <Button type="submit" disabled={busy} aria-describedby={`name-${product.id}`} className="w-full">
              {busy ? 'Processing...' : 'Book Now'}
            </Button>
          </form>
        </div>
      </div>
    </article>
  );
}

/** The facts of a home, with the specification's defaults for what the response lacks. */
const propertyFacts = ({ guests = 6, beds = 3, baths = 2 }: Product): [LucideIcon, string][] => [
  [Users, pluralize(guests, 'guest')],
  [BedDouble, pluralize(beds, 'bed')],
  [Bath, pluralize(baths, 'bath')],
];

const included = ['Beach Access', 'Free WiFi', 'Parking'];

/** How often a product is paid again; `null` for one that is paid once. */
const renewalPeriod = ({ billingType, billingPeriod }: Product): Product['billingPeriod'] =>
  billingType === 'recurring' ? billingPeriod : null;
