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
    return rows.map(({ guests, beds, baths, ...product }) =>
      withoutUndefined({
        ...product,
        pictures: toImages(product.images, images),
        guests: guests ?? undefined,
        beds: beds ?? undefined,
        baths: baths ?? undefined,
      }),
    );
  });
