import { LazyHydration, lazyPart } from '../../../ui/loading/lazy-hydration.tsx';
import type { UnsentFormProps } from './unsent-form.tsx';

const unsentForm = lazyPart(async () => (await import('./unsent-form.tsx')).UnsentForm);

/** The form for an outage; its scripts are loaded only then. */
export const LateUnsentForm = (props: UnsentFormProps) => (
  <LazyHydration part={unsentForm}>{(UnsentForm) => <UnsentForm {...props} />}</LazyHydration>
);
