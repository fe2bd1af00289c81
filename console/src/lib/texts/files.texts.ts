export const files = {
  title: 'Files',
  attach: 'Attach file',
  add: 'Add file',
  open: (name: string) => `Open ${name}`,
  download: 'Download',
  copyLink: 'Copy link',
  linkCopied: 'Link copied. It works for five minutes.',
  deleteQuestion: (name: string) => `${name} goes for good. Texts that show it show its name from then on.`,
  next: 'Next',
  previous: 'Previous',
  noPreview: 'There is no preview of it.',
  states: { scanning: 'Being scanned', refused: 'Refused by the scanner' } as Record<string, string>,
  drop: 'Drop to attach',
  pasted: 'Pasted pictures',
  removePasted: (name: string) => `Remove ${name}`,
  used: (used: string, limit: string) => `${used} of ${limit}`,
} as const;

export const uploading = (name: string): string => `Uploading ${name}`;
