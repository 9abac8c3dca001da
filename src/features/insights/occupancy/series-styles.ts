/** The style of a series, which differs by pattern as well as by colour. */
export type SeriesStyle = 'sold' | 'lastYear' | 'books' | 'airbnb' | 'vrbo' | 'booking_com' | 'other';

interface Drawing {
  /** A colour of `styles.css`. */
  color: string;
  pattern: 'solid' | 'rising' | 'falling' | 'dots' | 'lines' | 'grid' | 'dashes';
}

const drawings: Record<SeriesStyle, Drawing> = {
  sold: { color: 'gulf', pattern: 'solid' },
  lastYear: { color: 'coral', pattern: 'dashes' },
  books: { color: 'driftwood', pattern: 'rising' },
  airbnb: { color: 'coral', pattern: 'falling' },
  vrbo: { color: 'lagoon', pattern: 'dots' },
  booking_com: { color: 'deep', pattern: 'lines' },
  other: { color: 'driftwood', pattern: 'grid' },
};

/** Whether a style is a line of dashes with points instead of bars. */
export const isLine = (style: SeriesStyle): boolean => drawings[style].pattern === 'dashes';

export const themeColor = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim() || '#14606f';

export const getColor = (style: SeriesStyle): string => themeColor(drawings[style].color);

const tileSize = 8;
const lineWidth = 1.75;

/** The fill of bars of a style, for a canvas with so many pixels per CSS pixel. */
export function getFill(style: SeriesStyle, pixelRatio: number): string | CanvasPattern {
  const { pattern } = drawings[style];
  const color = getColor(style);
  const tile = document.createElement('canvas');
  const size = Math.round(tileSize * pixelRatio);
  tile.width = size;
  tile.height = size;
  const context = tile.getContext('2d');
  if (pattern === 'solid' || !context) return color;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, size, size);
  context.strokeStyle = color;
  context.fillStyle = color;
  context.lineWidth = lineWidth * pixelRatio;
  drawTile(context, pattern, size);
  return context.createPattern(tile, 'repeat') ?? color;
}

function drawTile(context: CanvasRenderingContext2D, pattern: Drawing['pattern'], size: number): void {
  const line = (fromX: number, fromY: number, toX: number, toY: number) => {
    context.beginPath();
    context.moveTo(fromX * size, fromY * size);
    context.lineTo(toX * size, toY * size);
    context.stroke();
  };
  // Draws three lines, so that those of neighbouring tiles meet.
  for (const shift of [-1, 0, 1]) {
    if (pattern === 'rising') line(shift, 1, shift + 1, 0);
    if (pattern === 'falling') line(shift, 0, shift + 1, 1);
  }
  if (pattern === 'lines' || pattern === 'grid') line(0, 0.5, 1, 0.5);
  if (pattern === 'grid') line(0.5, 0, 0.5, 1);
  if (pattern === 'dots') {
    context.beginPath();
    context.arc(size / 2, size / 2, size / 3.5, 0, 2 * Math.PI);
    context.fill();
  }
}
