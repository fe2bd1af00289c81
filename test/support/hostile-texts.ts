/** Texts that make a reader begin again and again when many stand one after the other. */
export const HOSTILE_SEEDS = ['[', '[](', 'a.', 'a-', '!a.', '[~', '{x:', '|[[', '`', '@a ', '<', '&', '\\', ' '];
