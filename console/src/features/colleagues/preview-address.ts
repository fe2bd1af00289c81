/** What the address of a colleague says while its preview is open. */
export const PREVIEW = { dialog: 'preview' };
