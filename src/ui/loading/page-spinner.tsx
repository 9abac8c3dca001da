import { Spinner } from './spinner.tsx';

/** Stands where a page will be. */
export function PageSpinner() {
  return (
    <div className="py-24">
      <Spinner />
    </div>
  );
}
