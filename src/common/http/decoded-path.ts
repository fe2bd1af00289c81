/** The path of an address, decoded as the router reads it: `/api/%6dcp` is `/api/mcp`. */
export function decodedPath(url: string): string {
  const path = url.split('?', 1)[0] as string;
  if (!path.includes('%')) return path;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
