import { BlockList, isIP } from 'node:net';
import { parseAddressRange } from '#config/address-range.js';

/** Tells whether an address lies in one of `ranges` (CIDRs, or single addresses). IPv4 counts in its mapped form too. */
export function trustedProxies(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const { address, bits, family } = parseAddressRange(range);
    list.addSubnet(address, bits, family);
  }
  return (address) => {
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
  };
}
