import { beforeAll } from 'vitest';
import { serverPartsLoaded } from '../src/ui/loading/lazy-hydration.tsx';

// Tests render in one pass, like a server that has loaded every part. A hook in this module would only run for the
// first file of a process.
beforeAll(serverPartsLoaded);
