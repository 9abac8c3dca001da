import { beforeAll } from 'vitest';
import { serverPartsLoaded } from '../src/ui/loading/lazy-hydration.tsx';

// Tests render at once, as the server does when it has every part. A hook of a helper's would run for the first file of a process only.
beforeAll(serverPartsLoaded);
