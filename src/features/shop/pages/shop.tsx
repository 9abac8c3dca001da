import { CreditCard, MessageCircle, Waves } from 'lucide-react';
import type { ReactNode } from 'react';
import { pageContext } from '../../../load-context.ts';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { toResult, withServerTimeout } from '../../../shared/result.ts';
import { breadcrumbs } from '../../../shared/seo/json-ld.ts';
import { seoMeta, siteFacts } from '../../../shared/seo/meta-tags.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { ResponseTime } from '../../inbox/ui/response-time.tsx';
import { products } from '../calls.ts';
import { PageError } from '../ui/page-error.tsx';
import { ProductList } from '../ui/product-list.tsx';
import type { Route } from './+types/shop';

const loadProducts = (fetch?: Fetch) => toResult(products.list({ fetch }), 'Failed to load products');

const trail = [
  { name: 'Home', path: '/' },
  { name: 'Shop', path: '/shop' },
];

export async function loader({ context }: Route.LoaderArgs) {
  const { api, origin, structuredData } = context.get(pageContext);
  structuredData.push(breadcrumbs(origin, trail));
  return { products: await withServerTimeout(loadProducts(api)) };
}

export const clientLoader = () => ({ products: loadProducts() });

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
        <ShopLayout>
          <Spinner />
        </ShopLayout>
      }
      failed={(message) => (
        <PageError message={message}>
          <ButtonLink to="/">Back to Home</ButtonLink>
        </PageError>
      )}
    >
      {(products) => (
        <ShopLayout isEmpty={products.length === 0}>
          <ProductList products={products} />
        </ShopLayout>
      )}
    </AsyncContent>
  );
}

/** How a stay of the shop is bought. */
const Introduction = () => (
  <>
    <p className="mt-5 max-w-2xl text-lg text-slate sm:text-xl">
      Choose a stay and pay by card. We write to you within a day to settle your dates and everything else.
    </p>
    <ul className="mt-6 flex flex-wrap gap-x-7 gap-y-2 font-medium text-ink">
      {promises.map(([Icon, text]) => (
        <li key={text} className="flex items-center gap-2">
          <Icon aria-hidden="true" className="size-5 text-lagoon" />
          {text}
        </li>
      ))}
    </ul>
  </>
);

const promises = [
  [Waves, 'Steps from the sand'],
  [CreditCard, 'Secure card payment'],
  [MessageCircle, 'Dates agreed within 24 hours'],
] as const;

interface ShopLayoutProps {
  /** Whether nothing is sold, so that the page does not ask for a choice. */
  isEmpty?: boolean;
  children: ReactNode;
}

function ShopLayout({ isEmpty = false, children }: ShopLayoutProps) {
  return (
    <div className="page-width pt-12 pb-20 sm:pt-20 sm:pb-28">
      <header className="max-w-3xl">
        <p className="mb-3 text-sm font-semibold tracking-[0.14em] text-gulf uppercase">Stays</p>
        <h1 className="text-4xl text-deep sm:text-5xl lg:text-6xl">Book Your Panama City Beach Rental</h1>
        {!isEmpty && <Introduction />}
      </header>
      <div className="mt-10 sm:mt-14">{children}</div>
      <aside
        aria-labelledby="ask-title"
        className="mt-16 flex flex-col items-start gap-6 rounded-3xl bg-sand p-7 sm:mt-24 sm:p-12 md:flex-row md:items-center md:justify-between"
      >
        <div className="max-w-xl">
          <h2 id="ask-title" className="text-3xl text-deep sm:text-4xl">
            Not sure which stay fits?
          </h2>
          <p className="mt-3 text-lg text-slate">
            Tell us when you would like to come and who is coming along. We know every corner of these homes,
            and answer within 24 hours.
            <ResponseTime />
          </p>
        </div>
        <ButtonLink to="/#contact" className="shrink-0 px-8 text-lg">
          Get in Touch
        </ButtonLink>
      </aside>
    </div>
  );
}
