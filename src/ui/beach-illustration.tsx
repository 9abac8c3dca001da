const variants = {
  bright: { sky: 'bg-peach', sun: 'fill-sun', sunY: 50 },
  low: { sky: 'bg-peach', sun: 'fill-sun', sunY: 68 },
  grey: { sky: 'bg-mist', sun: 'fill-dune', sunY: 58 },
} as const;

export type BeachVariant = keyof typeof variants;

const far = 'M0 80c18-14 37-14 55 0s37 14 55 0 37-14 55 0 37 14 55 0v40H0z';
const near = 'M-28 96c18-14 37-14 55 0s37 14 55 0 37-14 55 0 37 14 55 0 37-14 55 0v40H-28z';
const rays = 'M76 50H66M154 50h-10M86 26l-7-7M134 26l7-7M110 16v-7';
const cloud =
  'M92 66a14 14 0 0 1 3-27.700 20.500 20.500 0 0 1 39-4.700 16 16 0 0 1 20 15.700 16.700 16.700 0 0 1-16 16.700z';

export function BeachIllustration({
  variant,
  className = '',
}: {
  variant: BeachVariant;
  className?: string;
}) {
  const { sky, sun, sunY } = variants[variant];
  return (
    <svg viewBox="0 0 220 120" aria-hidden="true" className={`max-w-full rounded-3xl ${sky} ${className}`}>
      <circle cx="110" cy={sunY} r="25" className={sun} />
      {variant === 'bright' && <path d={rays} className="stroke-sun" strokeWidth="4" strokeLinecap="round" />}
      {variant === 'grey' && <path d={cloud} className="fill-white" />}
      <path d={far} className="fill-glass" />
      <path d={near} className="fill-lagoon" />
    </svg>
  );
}
