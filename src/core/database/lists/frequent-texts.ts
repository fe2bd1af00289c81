import { createHash } from 'node:crypto';

/** Texts that are remembered. */
const MOST = 12;
/** Uses that make a text frequent while it is remembered. */
const FREQUENT = 3;

interface Use {
  count: number;
  /** Made of the text once it is frequent. */
  name?: string;
}

/**
 * Names the statements that are sent again and again. Only these are worth preparing: the plan of a list takes some 300 KB in
 * each connection that keeps it.
 */
export class FrequentTexts {
  /** The last used last. */
  private readonly uses = new Map<string, Use>();

  /** Notes one use; the name of the text if it is frequent by now. */
  note(text: string): string | undefined {
    const use = this.uses.get(text) ?? { count: 0 };
    use.count += 1;
    this.uses.delete(text);
    this.uses.set(text, use);
    const [oldest] = this.uses.keys();
    if (oldest !== undefined && this.uses.size > MOST) this.uses.delete(oldest);
    if (use.count >= FREQUENT) use.name ??= createHash('md5').update(text).digest('hex');
    return use.name;
  }
}
