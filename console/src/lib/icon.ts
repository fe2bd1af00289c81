import { createElement, type SVGProps } from 'react';

interface IconData {
  node: readonly [tag: string, attributes: object][];
}

/** Makes an icon of lucide-react. Its own function knows many settings besides the size: every browser would load them (vite.config.ts). */
export default function createLucideIcon({ node }: IconData) {
  return ({ size = 24, ...rest }: SVGProps<SVGSVGElement> & { size?: number }) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
