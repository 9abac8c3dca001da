import { ResponsiveImage } from '../../../ui/responsive-image.tsx';
import type { PostPreview } from '../post.ts';

interface PostCoverProps {
  post: Pick<PostPreview, 'cover'>;
  sizes: string;
  /** The box, with its height or ratio. */
  className: string;
  eager?: boolean;
  /** Empty if the cover only repeats the text beside it. */
  alt?: string;
}

/** A post's cover, else a drawing of the sea. */
export function PostCover({ post: { cover }, sizes, className, eager, alt }: PostCoverProps) {
  if (cover)
    return <ResponsiveImage image={cover} sizes={sizes} eager={eager} alt={alt} className={className} />;
  return (
    <svg
      viewBox="0 0 160 90"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className={`block w-full bg-linear-to-b from-mist to-glass ${className}`}
    >
      <circle cx="118" cy="34" r="13" className="fill-sun" />
      <path d="M0 58c13-10 27-10 40 0s27 10 40 0 27-10 40 0 27 10 40 0v32H0z" className="fill-lagoon/40" />
      <path d="M0 70c13-10 27-10 40 0s27 10 40 0 27-10 40 0 27 10 40 0v20H0z" className="fill-lagoon/70" />
    </svg>
  );
}
