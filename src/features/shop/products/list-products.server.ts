import type { Ctx } from '../../../platform/context.server.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import { toImages } from '../../media/media.ts';
import { imagesByUrl } from '../../media/store.server.ts';
import type { Product } from '../contract.server.ts';
import { listBuyableProducts } from './store.server.ts';

export const listProducts = (ctx: Ctx): Promise<Product[]> =>
  ctx.content.read('products', async () => {
    const rows = await listBuyableProducts(ctx);
    const images = await imagesByUrl(
      ctx.db,
      rows.flatMap((row) => row.images),
    );
    return rows.map((row) =>
      withoutUndefined({
        id: row.id,
        name: row.name,
        description: row.description,
        images: row.images,
        pictures: toImages(row.images, images),
        price: row.price_cents,
        currency: row.currency,
        billingType: row.billing_type,
        billingPeriod: row.billing_period,
        guests: row.guests ?? undefined,
        beds: row.beds ?? undefined,
        baths: row.baths ?? undefined,
      }),
    );
  });
