import { type ComponentPropsWithRef, createElement } from 'react';

interface IconData {
  node: [tag: string, attributes: Record<string, string>][];
}

/** Creates Lucide's icons in the built site, where `vite.config.ts` uses it instead of Lucide's own seven modules. */
export const createIcon = ({ node }: IconData) =>
  function Icon(props: ComponentPropsWithRef<'svg'>) {
    return createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...props,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
