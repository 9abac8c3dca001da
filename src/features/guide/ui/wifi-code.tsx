import { encode } from 'uqr';
import { type Guide, toWifiText } from '../guide.ts';

/** A QR code with which a phone joins the network; drawn on the server. */
export function WifiCode({ wifi }: { wifi: NonNullable<Guide['wifi']> }) {
  const { data, size } = encode(toWifiText(wifi), { ecc: 'M', border: 4 });
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      role="img"
      aria-label={`QR code that joins the network ${wifi.name}`}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-40 shrink-0 rounded-xl bg-white print:size-24"
    >
      <path fill="#000" d={dots.join('')} />
    </svg>
  );
}
