const widths = ['w-0', 'w-6', 'w-12', 'w-18', 'w-24', 'w-30'];

export function Stars({ rating }: { rating: number }) {
  return (
    <p>
      <span className="unseen">{`${rating} out of 5 stars`}</span>
      <span aria-hidden="true" className="star-row block h-6 w-30 bg-dune">
        <span className={`block h-full bg-sun ${widths[rating] ?? ''}`} />
      </span>
    </p>
  );
}
