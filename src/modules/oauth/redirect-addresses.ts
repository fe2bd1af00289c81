import ipaddr from 'ipaddr.js';

/** Characters of an address. */
export const LONGEST_ADDRESS = 2_048;

/** A program on the computer of its user; its port is another one each time (RFC 8252, 7.3). */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|$)/;

/** What `URL` would read in another way than it is written. */
const UNREADABLE = /[^\x21-\x7e]|[\\*#<>"^`{|}]/;
const CREDENTIALS = /^https?:\/\/[^/?]*@/;

/** Whether codes may be sent there: https, or http on the computer of the user. */
export function isRedirectAddress(address: string): boolean {
  if (address.length > LONGEST_ADDRESS || UNREADABLE.test(address) || CREDENTIALS.test(address)) return false;
  if (!URL.canParse(address)) return false;
  return isLocalAddress(address) || /^https:\/\/[^/?]/.test(address);
}

function isLocalAddress(address: string): boolean {
  return LOOPBACK.test(address);
}

/** Whether codes that are sent there reach the computer of the user, by whatever scheme. */
export function isOnOwnComputer(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  if (/(?:^|\.)localhost\.?$/.test(host)) return true;
  return ipaddr.isValid(host) && ['loopback', 'unspecified'].includes(ipaddr.process(host).range());
}

/** Whether the address is one of the client's: the very same, but for the port on the computer of the user. */
export function isAddressOf(addresses: readonly string[], address: string): boolean {
  if (!isRedirectAddress(address)) return false;
  if (addresses.includes(address)) return true;
  return (
    isLocalAddress(address) && addresses.some((own) => isLocalAddress(own) && withoutPort(own) === withoutPort(address))
  );
}

/** The address with further parameters. */
export function withParameters(address: string, parameters: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== null);
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(given).toString()}`;
}

function withoutPort(address: string): string {
  return address.replace(LOOPBACK, '$1');
}
