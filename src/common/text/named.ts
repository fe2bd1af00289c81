/** `@"Mia Chen"`, or an `@` that begins a word. */
export const NAMED = /(?<![\p{L}\p{N}._%+@/-])@(?:"([^"\n]{1,100})"|(?=\p{L}))/uy;
