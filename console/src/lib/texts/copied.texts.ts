export const copied = {
  text: (text: string) => `${text} copied`,
  markdown: (tid: string) => `${tid} copied as Markdown`,
} as const;
