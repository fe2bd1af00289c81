import { BlockList, isIP } from 'node:net';
import { parseAddressRange } from '#config/address-range.js';

/** Addresses whose answer is remembered: each request asks several times, mostly for the same few proxies. */
const MOST_REMEMBERED = 1_000;

/** Tells whether an address lies in one of `ranges` (CIDRs, or single addresses). IPv4 counts in its mapped form too. */
export function trustedProxies(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const { address, bits, family } = parseAddressRange(range);
    list.addSubnet(address, bits, family);
  }
  const remembered = new Map<string, boolean>();
  return (address) => {
    const known = remembered.get(address);
    if (known !== undefined) return known;
    const version = isIP(address);
    // Clients write what they like: what is no address is not kept.
    if (version === 0) return false;
    const isTrusted = list.check(address, version === 6 ? 'ipv6' : 'ipv4');
    if (remembered.size === MOST_REMEMBERED) remembered.clear();
    remembered.set(address, isTrusted);
    return isTrusted;
  };
}
