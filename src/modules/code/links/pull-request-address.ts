import { ValidationError } from '#common/errors/app-error.js';

/** What the address of a pull request says. */
export interface PullRequestAddress {
  readonly url: string;
  readonly repository: string;
  readonly number: number;
}

const PATH = /^\/(.+?)(?:\/-)?\/(?:pull|pulls|merge_requests|pull-requests)\/([1-9]\d{0,8})$/;

/** Undefined when it is none. */
export function findAddress(url: string): PullRequestAddress | undefined {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== 'https:' || parsed.username !== '' || parsed.password !== '') return undefined;
  const [, repository, number] = PATH.exec(parsed.pathname) ?? [];
  if (repository === undefined || parsed.pathname.length > 1_500) return undefined;
  // What stands behind the path names no other pull request.
  const address = `${parsed.origin}${parsed.pathname}`;
  return { url: address, repository: decoded(repository), number: Number(number) };
}

/** @throws ValidationError */
export function requireAddress(url: string): PullRequestAddress {
  const address = findAddress(url);
  if (address) return address;
  throw new ValidationError({
    url: 'Must be an https address that ends in /pull/N, /pulls/N, /merge_requests/N or /pull-requests/N',
  });
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).replaceAll('\0', '').toWellFormed();
  } catch {
    return path;
  }
}
