import { isIP } from 'node:net';

/** All addresses whose first `bits` are those of `address`. */
export interface AddressRange {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
  readonly bits: number;
}

/** Whether `text` is a CIDR such as `10.0.0.0/8`, or a single address. */
export function isAddressRange(text: string): boolean {
  return read(text) !== undefined;
}

/** A CIDR, or a single address as the range of itself alone. @throws TypeError when `text` is neither */
export function parseAddressRange(text: string): AddressRange {
  const range = read(text);
  if (!range) throw new TypeError(`"${text}" is no address range`);
  return range;
}

function read(text: string): AddressRange | undefined {
  const [, address = '', bits] = /^([^/%]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0) return undefined;
  const length = version === 4 ? 32 : 128;
  const range = { address, family: version === 4 ? 'ipv4' : 'ipv6', bits: Number(bits ?? length) } as const;
  return range.bits <= length ? range : undefined;
}
