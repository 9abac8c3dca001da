import { ResponsiveImage } from '../../../ui/responsive-image.tsx';
import type { Product } from '../schemas.server.ts';

interface ProductImageProps {
  product: Pick<Product, 'images' | 'pictures'>;
  sizes: string;
  /** The box, with its height or ratio. */
  className: string;
  eager?: boolean;
}

/** A product's first image, or a gradient of sea colours. */
export function ProductImage({ product, sizes, className, eager = false }: ProductImageProps) {
  const [picture] = product.pictures;
  if (picture) return <ResponsiveImage picture={picture} sizes={sizes} eager={eager} className={className} />;
  const [image] = product.images;
  return (
    <div className={`relative overflow-hidden bg-linear-to-b from-mist via-glass to-lagoon ${className}`}>
      {image && (
        <img
          src={image}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </div>
  );
}
