export function BrandMark({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" className={className}>
      <circle cx="20" cy="16" r="8" className="fill-sun" />
      <path
        d="M2 24c4.500-3.500 7.500-3.500 12 0s7.500 3.500 12 0 7.500-3.500 12 0v3c-4.500-3.500-7.500-3.500-12 0s-7.500 3.500-12 0-7.500-3.500-12 0z"
        className="fill-lagoon"
      />
      <path
        d="M2 31c4.500-3.500 7.500-3.500 12 0s7.500 3.500 12 0 7.500-3.500 12 0v3c-4.500-3.500-7.500-3.500-12 0s-7.500 3.500-12 0-7.500-3.500-12 0z"
        className="fill-current"
      />
    </svg>
  );
}
