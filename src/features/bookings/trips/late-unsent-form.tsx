import { LazyHydration, lazyPart } from '../../../ui/loading/lazy-hydration.tsx';
import type { UnsentFormProps } from './unsent-form.tsx';

const unsentForm = lazyPart(async () => (await import('./unsent-form.tsx')).UnsentForm);

/** For an outage alone: its scripts are not the page's. */
export const LateUnsentForm = (props: UnsentFormProps) => (
  <LazyHydration part={unsentForm}>{(UnsentForm) => <UnsentForm {...props} />}</LazyHydration>
);
