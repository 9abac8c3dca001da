import type { Ctx } from '../../../platform/context.server.ts';
import { toImages } from '../../media/media.ts';
import { imagesByUrl } from '../../media/store.server.ts';
import type { Product } from '../contract.server.ts';
import { listBuyableProducts } from './store.server.ts';

export const listProducts = (ctx: Ctx): Promise<Product[]> =>
  ctx.content.read('products', async () => {
    const rows = await listBuyableProducts(ctx.db);
    const images = await imagesByUrl(
      ctx.db,
      rows.flatMap((row) => row.images),
    );
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      description: row.description,
      images: row.images,
      pictures: toImages(row.images, images),
      price: row.price_cents,
      currency: row.currency,
      billingType: row.billing_type,
      billingPeriod: row.billing_period,
      ...(row.guests === null ? {} : { guests: row.guests }),
      ...(row.beds === null ? {} : { beds: row.beds }),
      ...(row.baths === null ? {} : { baths: row.baths }),
    }));
  });
