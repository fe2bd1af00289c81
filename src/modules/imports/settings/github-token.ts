import type { ImportOptions } from '../import-input.dto.js';
import type { Import } from '../import.entity.js';

/** What is shown in place of the token. As input it stands for the token that there is. */
export const HIDDEN_TOKEN = '***';

/** Where GitHub's own API is, unless `baseUrl` names another. */
export const GITHUB_API = 'https://api.github.com';

/** The token that a request brings; undefined for none. */
export function givenToken(options: ImportOptions | undefined): string | undefined {
  return options?.token === HIDDEN_TOKEN ? undefined : options?.token;
}

/** Whether there is a token, and the server and repository that it was given for are the same. */
export function isForSame(
  options: ImportOptions | undefined,
  stored: Pick<Import, 'options' | 'token'> | undefined,
): boolean {
  if (!stored || stored.token === null) return false;
  const { repository, baseUrl = GITHUB_API } = stored.options;
  return options?.repository === repository && (options?.baseUrl ?? GITHUB_API) === baseUrl;
}
