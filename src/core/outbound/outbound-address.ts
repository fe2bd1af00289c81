import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';
import { parseAddressRange } from '#config/address-range.js';

type Address = IPv4 | IPv6;

/** What is routed on the public internet; all the rest of IPv6 is special, or not given out. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [IPv6, number];

/** Interface ids of ISATAP (RFC 5214), which carry an IPv4 address. */
const ISATAP = [
  [0x0000, 0x5efe],
  [0x0200, 0x5efe],
];

/** A target whose address is neither public nor allowed. */
export class RefusedAddressError extends Error {
  constructor() {
    super('The address is not a public one');
  }
}

/**
 * Which addresses outgoing HTTP may dial: public unicast ones, and those in `allowedCidrs`. Forms that
 * carry an IPv4 address (mapped, NAT64, 6to4, Teredo, …) are refused, whatever they carry.
 */
export class OutboundAddresses {
  private readonly allowed: [Address, number][];

  constructor(allowedCidrs: readonly string[]) {
    this.allowed = allowedCidrs.map(parseAddressRange).map(({ address, bits }) => [ipaddr.parse(address), bits]);
  }

  /** Of an address in any notation that the system resolves to or connects to. */
  allows(text: string): boolean {
    const address = ipaddr.parse(text);
    return isPublic(address) || this.allowed.some((range) => contains(range, address));
  }
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv4') return true;
  const { parts } = address as IPv6;
  const isIsatap = ISATAP.some(([high, low]) => parts[4] === high && parts[5] === low);
  return contains(GLOBAL_UNICAST, address) && !isIsatap;
}

function contains([network, bits]: [Address, number], address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}
