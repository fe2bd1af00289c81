import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { ResolveName } from './name-resolution.js';
import { type OutboundAddresses, RefusedAddressError } from './outbound-address.js';

/** Milliseconds until a host that takes no connection counts as unreachable. */
const CONNECT_TIMEOUT = 10_000;

/**
 * Connects to allowed addresses only. A name is resolved here, and what is dialled is what was checked, so that no
 * second answer of its DNS server counts; literal addresses, for which Node asks no look-up, are checked as well.
 */
export function outboundConnector(addresses: OutboundAddresses, resolve: ResolveName): buildConnector.connector {
  const lookup: LookupFunction = (name, options, callback) => {
    resolve(name).then(
      (found) => {
        const allowed = found
          .filter((address) => addresses.allows(address))
          .map((address) => ({ address, family: isIP(address) }));
        const [first] = allowed;
        if (!first) callback(new RefusedAddressError(), '');
        else if (options.all) callback(null, allowed);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error as NodeJS.ErrnoException, ''),
    );
  };
  const connect = buildConnector({ lookup, timeout: CONNECT_TIMEOUT });
  return (options, callback) => {
    const literal = literalAddress(options.hostname);
    if (literal !== undefined && !addresses.allows(literal)) callback(new RefusedAddressError(), null);
    else connect(options, callback);
  };
}

/** The address that the host of a URL is, if it is one; a `URL` has brought its notation into the usual form. */
export function literalAddress(hostname: string): string | undefined {
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(host) === 0 ? undefined : host;
}
