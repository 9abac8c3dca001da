import ipaddr from 'ipaddr.js';
import { FeedError } from '../feed.ts';

/** The only allocated range of IPv6 (2000::/3): all others map to other networks or to this machine. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Whether an address may be connected to. @param allowLoopback in local mode, where feeds are on this machine */
export function mayConnect(address: string, allowLoopback: boolean): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (range === 'loopback') return allowLoopback;
  if (range !== 'unicast') return false;
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(globalUnicast as [ipaddr.IPv6, number]);
}

/** Checks the URL of a request or redirect. @throws FeedError for other schemes, credentials and private addresses */
export function checkUrl(text: string, isLocal: boolean, base?: URL): URL {
  const url = URL.parse(text, base);
  if (!url) throw new FeedError('The address of the calendar cannot be read.');
  const { protocol, hostname, username, password } = url;
  if (protocol !== 'https:' && !(isLocal && protocol === 'http:'))
    throw new FeedError('The address of a calendar must begin with https://');
  if (username || password)
    throw new FeedError('The address of a calendar may not contain a user name or password.');
  const address = hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(address) && !mayConnect(address, isLocal)) throw new FeedError(notPublic);
  return url;
}

export const notPublic = 'The address of the calendar leads to a machine that is not public.';
