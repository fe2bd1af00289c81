/** The address alone: some proxies put the client's port behind it, which is another for each connection. */
export function withoutPort(address: string): string {
  if (!address.includes(':')) return address;
  return /^\[?([\d.]+|[\da-f:.]+(?=\]))\]?:\d+$/i.exec(address)?.[1] ?? address;
}
