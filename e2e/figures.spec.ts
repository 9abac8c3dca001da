import { test as hostTest } from './admin-fixture.ts';
import { compareSummers } from './figures-steps.ts';

for (const width of [390]) {
  hostTest(`a host compares last summer with the one before at ${width} px`, compareSummers(width));
}
