import { createElement, type SVGProps } from 'react';

/** What a file of lucide-react says of its icon. */
interface IconFacts {
  name: string;
  aliases?: (string | null)[];
  node: [tag: string, attributes: Record<string, string>][];
}

const look = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/**
 * Makes the component of an icon, in the place of lucide-react's own way (vite.config.ts): the same elements, made once
 * for all renders, without the package's settings that no icon of this site uses.
 */
export default function createIcon({ name, aliases = [], node }: IconFacts) {
  const classes = `lucide${[name, ...aliases].map((one) => (one ? ` lucide-${one}` : '')).join('')}`;
  const lines = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ className, ...rest }: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      { ...look, className: className ? `${classes} ${className}` : classes, ...rest },
      lines,
    );
}
