import { pageContext } from '../../../page-context.ts';
import type { Fetch } from '../../../shared/api-client.ts';
import { outcomeOf, settledSoon } from '../../../shared/outcome.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Loads } from '../../../ui/loads.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { shopClient } from '../client.ts';
import { ProductList } from '../ui/product-list.tsx';
import { ShopFrame } from '../ui/shop-frame.tsx';
import { WentWrong } from '../ui/went-wrong.tsx';
import type { Route } from './+types/shop';

const ask = (fetch?: Fetch) => outcomeOf(shopClient(fetch).products(), 'Failed to load products');

export async function loader({ context }: Route.LoaderArgs) {
  return { products: await settledSoon(ask(context.get(pageContext).api)) };
}

export const clientLoader = () => ({ products: ask() });

export const meta: Route.MetaFunction = () => [
  { title: 'Book Your Panama City Beach Rental | PCB Beach Rentals' },
  {
    name: 'description',
    content:
      'Book a weekend, a week or a whole month in a beach home in Panama City Beach, Florida, directly with the hosts, and pay safely by card.',
  },
];

export default function Shop({ loaderData }: Route.ComponentProps) {
  return (
    <Loads
      from={loaderData.products}
      pending={
        <ShopFrame>
          <Spinner />
        </ShopFrame>
      }
      failed={(message) => (
        <WentWrong message={message}>
          <ButtonLink to="/">Back to Home</ButtonLink>
        </WentWrong>
      )}
    >
      {(products) => (
        <ShopFrame>
          <ProductList products={products} />
        </ShopFrame>
      )}
    </Loads>
  );
}
