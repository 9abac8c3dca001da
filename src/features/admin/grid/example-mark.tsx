/** Marks a row that the seed made and no host has saved. */
export const ExampleMark = () => (
  <span className="inline-block rounded-2xl bg-sun/40 px-2.5 py-1 text-sm font-semibold text-deep">
    Example
  </span>
);
