import { ButtonLink } from '../../../ui/button.tsx';

/** Shows why a stay cannot be reviewed now. */
export const ReviewConflict = ({ message }: { message: string }) => (
  <section className="page-width flex flex-col items-center gap-5 py-20 text-center sm:py-28">
    <h1 className="text-4xl text-deep sm:text-5xl">Review your stay</h1>
    <p className="max-w-md text-lg text-slate">{message}</p>
    <ButtonLink to="/">Back to Home</ButtonLink>
  </section>
);
