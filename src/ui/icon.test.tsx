import * as bed from 'lucide-react/icons/bed-double';
import * as waves from 'lucide-react/icons/waves-horizontal';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import createIcon from './icon.ts';

type Facts = Parameters<typeof createIcon>[0];
type Icon = ComponentType<{ className?: string; strokeWidth?: number; 'aria-hidden': 'true' }>;

/** The elements of an icon, each with its attributes in the order of their names. */
const drawn = (Icon: Icon, className?: string): string =>
  renderToStaticMarkup(<Icon aria-hidden="true" strokeWidth={1.75} className={className} />).replace(
    /( [\w:-]+="[^"]*")+/g,
    (attributes) => (attributes.match(/ [\w:-]+="[^"]*"/g) ?? []).sort().join(''),
  );

test.each([
  ['an icon', bed],
  ['an icon that had another name', waves],
])('%s is drawn as its package draws it', (_, file) => {
  const { __iconData: facts, default: original } = file as typeof file & { __iconData: Facts };
  const ours = createIcon(facts);
  expect(drawn(ours, 'size-5 text-lagoon')).toBe(drawn(original, 'size-5 text-lagoon'));
  expect(drawn(ours)).toBe(drawn(original));
});
