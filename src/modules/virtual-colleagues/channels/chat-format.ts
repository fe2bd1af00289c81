/** How a chat wants its messages. `auto` goes by the address. */
export const CHAT_FORMATS = ['auto', 'slack', 'teams', 'discord', 'google_chat', 'mattermost', 'plain'] as const;

export type ChatFormat = (typeof CHAT_FORMATS)[number];

/** A format that messages are written in. */
export type WrittenFormat = Exclude<ChatFormat, 'auto'>;

interface Address {
  readonly format: WrittenFormat;
  readonly host: RegExp;
  readonly path: RegExp;
}

const ADDRESSES: readonly Address[] = [
  { format: 'slack', host: /^hooks\.slack\.com$/, path: /^\/services\// },
  { format: 'teams', host: /\.(logic\.azure\.com|api\.powerplatform\.com)$/, path: /^/ },
  { format: 'discord', host: /^((ptb|canary)\.)?(discord|discordapp)\.com$/, path: /^\/api\/webhooks\// },
  { format: 'google_chat', host: /^chat\.googleapis\.com$/, path: /^\/v1\/spaces\// },
  { format: 'mattermost', host: /^/, path: /^\/hooks\/[A-Za-z0-9]{26}(?![A-Za-z0-9])/ },
];

const RETIRED_HOST = /(^|\.)webhook\.office\.com$/;

/** Why an address of a retired connector is refused, and fails. */
export const RETIRED = 'Teams connectors have been retired; make a workflow';

/** The format of an address, unless another one is chosen. */
export function writtenFormat(webhookUrl: string, chosen: ChatFormat = 'auto'): WrittenFormat {
  if (chosen !== 'auto') return chosen;
  if (!URL.canParse(webhookUrl)) return 'plain';
  const { protocol, hostname, pathname } = new URL(webhookUrl);
  if (protocol !== 'https:') return 'plain';
  return ADDRESSES.find(({ host, path }) => host.test(hostname) && path.test(pathname))?.format ?? 'plain';
}

/** Whether the address is one of a connector of Office 365, which Microsoft has switched off. */
export function isRetired(webhookUrl: string): boolean {
  return URL.canParse(webhookUrl) && RETIRED_HOST.test(new URL(webhookUrl).hostname);
}
