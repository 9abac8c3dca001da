const moods = {
  bright: { sky: 'fill-sun', height: 34 },
  low: { sky: 'fill-sun', height: 52 },
  grey: { sky: 'fill-dune', height: 46 },
} as const;

export type Mood = keyof typeof moods;

/** A small drawing of the sun over the sea; where the sun stands says how things went. */
export function Shore({ mood, className = '' }: { mood: Mood; className?: string }) {
  const { sky, height } = moods[mood];
  return (
    <svg viewBox="0 0 220 96" aria-hidden="true" className={className}>
      <circle cx="110" cy={height} r="26" className={sky} />
      {mood === 'bright' && <path d={rays} className="stroke-sun" strokeWidth="4" strokeLinecap="round" />}
      {mood === 'grey' && (
        <path
          d="M96 56a13 13 0 0 1 3-25.600 19 19 0 0 1 36-4.400 15 15 0 0 1 19 14.500 15.500 15.500 0 0 1-15 15.500z"
          className="fill-white stroke-glass"
          strokeWidth="2"
        />
      )}
      <path
        d="M0 64c18-14 37-14 55 0s37 14 55 0 37-14 55 0 37 14 55 0v32H0z"
        className={mood === 'grey' ? 'fill-glass/80' : 'fill-glass'}
      />
      <path d="M0 78c18-14 37-14 55 0s37 14 55 0 37-14 55 0 37 14 55 0v18H0z" className="fill-lagoon/70" />
    </svg>
  );
}

const rays =
  'M72 34h-10M158 34h-10M83.100 7.100l-5-5M136.900 7.100l5-5M83.100 60.900l-5 5M136.900 60.900l5 5';
