/** Texts that are remembered. */
const MOST = 12;
/** Uses that make a text frequent while it is remembered. */
const FREQUENT = 3;

/**
 * Tells which statements are sent again and again. Only these are worth preparing: the plan of a list takes some 300 KB in
 * each connection that keeps it (extensions 10.1).
 */
export class FrequentTexts {
  /** How often each was used, the last used last. */
  private readonly uses = new Map<string, number>();

  /** Notes one use; whether the text is frequent by now. */
  note(text: string): boolean {
    const uses = (this.uses.get(text) ?? 0) + 1;
    this.uses.delete(text);
    this.uses.set(text, uses);
    const [oldest] = this.uses.keys();
    if (oldest !== undefined && this.uses.size > MOST) this.uses.delete(oldest);
    return uses >= FREQUENT;
  }
}
