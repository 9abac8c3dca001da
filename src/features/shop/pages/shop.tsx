import { pageContext } from '../../../load-context.ts';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { toResult, withServerTimeout } from '../../../shared/result.ts';
import { breadcrumbs } from '../../../shared/seo/json-ld.ts';
import { seoMeta, siteFacts } from '../../../shared/seo/meta-tags.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { shopClient } from '../client.ts';
import { ProductList } from '../products/product-list.tsx';
import { PageError } from '../ui/page-error.tsx';
import { ShopFrame } from '../ui/shop-layout.tsx';
import type { Route } from './+types/shop';

const callStripe = (fetch?: Fetch) => toResult(shopClient(fetch).products(), 'Failed to load products');

const trail = [
  { name: 'Home', path: '/' },
  { name: 'Shop', path: '/shop' },
];

export async function loader({ context }: Route.LoaderArgs) {
  const { api, origin, structuredData } = context.get(pageContext);
  structuredData.push(breadcrumbs(origin, trail));
  return { products: await withServerTimeout(callStripe(api)) };
}

export const clientLoader = () => ({ products: callStripe() });

export const meta: Route.MetaFunction = ({ matches }) =>
  seoMeta({
    ...siteFacts(matches),
    path: '/shop',
    title: 'Book Your Panama City Beach Rental | PCB Beach Rentals',
    description:
      'Book a weekend, a week or a whole month in a beach home in Panama City Beach, Florida, directly with the hosts, and pay safely by card.',
    image: '/share/page/shop.jpg',
  });

export default function Shop({ loaderData }: Route.ComponentProps) {
  return (
    <AsyncContent
      from={loaderData.products}
      pending={
        <ShopFrame>
          <Spinner />
        </ShopFrame>
      }
      failed={(message) => (
        <PageError message={message}>
          <ButtonLink to="/">Back to Home</ButtonLink>
        </PageError>
      )}
    >
      {(products) => (
        <ShopFrame>
          <ProductList products={products} />
        </ShopFrame>
      )}
    </AsyncContent>
  );
}
