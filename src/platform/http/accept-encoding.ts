export type Encoding = 'br' | 'gzip' | 'identity';

/**
 * Chooses the encoding with the highest `q`, at equal values Brotli before gzip. An encoding that is not named has the `q`
 * of `*`; identity then has the lowest.
 */
export function chooseEncoding(accepted: string | string[] | undefined): Encoding {
  if (typeof accepted !== 'string') return 'identity';
  const weights = parseWeights(accepted);
  const others = weights.get('*') ?? 0;
  const brotli = weights.get('br') ?? others;
  const gzip = weights.get('gzip') ?? weights.get('x-gzip') ?? others;
  const identity = weights.get('identity') ?? Number.MIN_VALUE;
  if (Math.max(brotli, gzip) < identity) return 'identity';
  return brotli >= gzip ? 'br' : 'gzip';
}

function parseWeights(accepted: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const q = weight === undefined ? 1 : Number(weight);
    if (name !== '') weights.set(name, q >= 0 && q <= 1 ? q : 0);
  }
  return weights;
}
