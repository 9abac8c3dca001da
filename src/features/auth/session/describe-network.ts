const loopback = /^127\.|^0:0:0:0::\/64$/;
const privateNetwork =
  /^10\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^169\.254\.|^f[cd][\da-f]{2}:|^fe[89ab][\da-f]:/;

/**
 * The network of a session in words its owner understands.
 * @param network an IPv4 address, or the first 64 bits of an IPv6 address, such as `2001:db8:1:2::/64`
 * @returns public networks as they are
 */
export function describeNetwork(network: string): string {
  if (loopback.test(network)) return 'this machine';
  return privateNetwork.test(network) ? 'a private network' : network;
}
