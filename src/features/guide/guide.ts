import type { Static } from 'typebox';
import type { guideSchema, publicGuideSchema, sharedTripSchema } from './contract.server.ts';

/** What a guest reads about the home of a stay now; `html` is sanitised. */
export type Guide = Static<typeof guideSchema>;

/** What everybody reads about a home. */
export type PublicGuide = Static<typeof publicGuideSchema>;

/** A stay as a companion sees it. */
export type SharedTrip = Static<typeof sharedTripSchema>;

export type PublicSection = PublicGuide['sections'][number];

/** Characters that mean something in the text of a code. */
const special = /[\\;,":]/g;

/** The text of a QR code that joins a network (https://github.com/zxing/zxing/wiki/Barcode-Contents, "Wi-Fi Network config"). */
export function toWifiText({ name, password }: NonNullable<Guide['wifi']>): string {
  const escaped = (text: string) => text.replace(special, (character) => `\\${character}`);
  return password
    ? `WIFI:T:WPA;S:${escaped(name)};P:${escaped(password)};;`
    : `WIFI:T:nopass;S:${escaped(name)};;`;
}
