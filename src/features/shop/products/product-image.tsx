import { ResponsiveImage } from '../../../ui/responsive-image.tsx';
import type { Product } from '../contract.server.ts';

interface ProductImageProps {
  product: Pick<Product, 'images' | 'pictures'>;
  sizes: string;
  className: string;
  eager?: boolean;
}

export function ProductImage({ product, sizes, className, eager = false }: ProductImageProps) {
  const [picture] = product.pictures;
  if (picture) return <ResponsiveImage image={picture} sizes={sizes} eager={eager} className={className} />;
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
