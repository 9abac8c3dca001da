/** Flat cards on phones, each with its whole description. */
export const amenityGridClass = 'grid gap-2.5 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3 xl:grid-cols-4';

export function AmenityPlaceholders() {
  return (
    <div role="status" aria-label="Loading amenities" className={amenityGridClass}>
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={index} data-placeholder className="h-20 animate-pulse sm:h-28 rounded-2xl bg-dune/60" />
      ))}
    </div>
  );
}
