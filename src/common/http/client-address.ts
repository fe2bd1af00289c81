import { isIPv6 } from 'node:net';
import ipaddr, { type IPv6 } from 'ipaddr.js';

/** The address alone: some proxies put the client's port behind it, which is another for each connection. */
export function withoutPort(address: string): string {
  if (!address.includes(':')) return address;
  return /^\[?([\d.]+|[\da-f:.]+(?=\]))\]?:\d+$/i.exec(address)?.[1] ?? address;
}

/**
 * What is taken for one client: an IPv4 address, however it is written, or the /64 of an IPv6 address. One customer has
 * that many addresses to itself, and could use another for every request.
 */
export function clientNetwork(address: string): string {
  const [text = ''] = withoutPort(address).split('%');
  if (!isIPv6(text)) return text;
  const parsed = ipaddr.process(text);
  // Behind NAT64 a whole IPv4 internet shares one /64.
  if (parsed.kind() === 'ipv4' || parsed.range() === 'rfc6052') return parsed.toString();
  const network = (parsed as IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
