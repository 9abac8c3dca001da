import { BeachIllustration } from '../../../ui/beach-illustration.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { type ProductCheckout, useCheckout } from '../checkout/use-checkout.ts';
import type { Product } from '../contract.server.ts';
import { ProductCard } from '../products/product-card.tsx';

const eagerCount = 3;

export function ProductList({ products }: { products: Product[] }) {
  const { pendingId, message, blockedUrl, checkout } = useCheckout();
  if (products.length === 0) return <NothingToBook />;
  return (
    <>
      <CheckoutStatus message={message} blockedUrl={blockedUrl} />
      <ul className="card-grid">
        {products.map((product, position) => (
          <li key={product.id}>
            <ProductCard
              product={product}
              busy={pendingId === product.id}
              eager={position < eagerCount}
              onBook={() => void checkout(product)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function CheckoutStatus({ message, blockedUrl }: Pick<ProductCheckout, 'message' | 'blockedUrl'>) {
  return (
    <div role="status" className={blockedUrl ? 'mb-7 rounded-2xl bg-mist p-5 text-deep' : 'unseen'}>
      {message}
      {blockedUrl && (
        <a
          href={blockedUrl}
          target="_blank"
          rel="noopener"
          className="ml-2 font-semibold underline underline-offset-4"
        >
          Continue to payment
          <span className="unseen"> (opens in a new tab)</span>
        </a>
      )}
    </div>
  );
}

function NothingToBook() {
  return (
    <div className="flex flex-col items-center gap-4 rounded-3xl bg-white px-6 py-14 text-center shadow-card sm:py-20">
      <BeachIllustration variant="low" className="w-48" />
      <h2 className="text-3xl text-deep">No properties available</h2>
      <p className="max-w-md text-lg text-slate">Check back soon for amazing beachfront rentals!</p>
      <div className="mt-2 grid gap-3 sm:flex">
        <ButtonLink to="/">Browse Our Featured Properties</ButtonLink>
        <ButtonLink to="/book" variant="quiet">
          Find your nights
        </ButtonLink>
      </div>
    </div>
  );
}
