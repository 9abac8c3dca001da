/** Two columns on phones: thirteen cards below each other would be four screens. */
export const amenityGridClass = 'grid grid-cols-2 gap-2.5 sm:gap-4 lg:grid-cols-3 xl:grid-cols-4';

export function AmenityPlaceholders() {
  return (
    <div role="status" aria-label="Loading amenities" className={amenityGridClass}>
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={index} data-placeholder className="h-28 animate-pulse rounded-2xl bg-dune/60" />
      ))}
    </div>
  );
}
