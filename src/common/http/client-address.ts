import { isIPv6 } from 'node:net';
import ipaddr, { type IPv6 } from 'ipaddr.js';

/** The address alone: some proxies put the client's port behind it, which is another for each connection. */
export function withoutPort(address: string): string {
  if (!address.includes(':')) return address;
  return /^\[?([\d.]+|[\da-f:.]+(?=\]))\]?:\d+$/i.exec(address)?.[1] ?? address;
}

/**
 * What is taken for one client: an IPv4 address, however it is written, or the /64 of an IPv6 address. One connection has
 * that many addresses to itself, and could use another for every request.
 */
export function clientNetwork(address: string): string {
  const text = withoutPort(address);
  if (!isIPv6(text)) return text;
  const parsed = ipaddr.process(text);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = (parsed as IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
