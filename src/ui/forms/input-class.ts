/** An input, select or textarea as low as small buttons. */
export const inputClass =
  'min-h-10 max-sm:min-h-11 rounded-lg border border-driftwood/70 bg-white px-3 py-1.5 text-base text-ink placeholder:text-slate/80 aria-invalid:border-danger sm:text-sm';
