interface Named<Thing> {
  readonly name: string;
  readonly thing: Thing;
}

/** People or other things in the order of their names, so that each `@` of a long text is compared with a few of them. */
export class ByName<Thing extends { readonly name: string }> {
  private readonly sorted: readonly Named<Thing>[];

  constructor(things: readonly Thing[]) {
    this.sorted = things
      .map((thing) => ({ name: inLowerCase(thing.name), thing }))
      .sort((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)));
  }

  /** Those of that name. */
  called(name: string): Thing[] {
    const wanted = inLowerCase(name);
    return this.between(
      this.first(({ name: other }) => other >= wanted),
      this.first(({ name: other }) => other > wanted),
    );
  }

  /** Those with the longest name that stands at `from`, as whole words. */
  longestAt(text: string, from: number): Thing[] {
    let [begin, end] = [0, this.sorted.length];
    let found: readonly [number, number] = [0, 0];
    for (let length = 0; begin < end; length += 1) {
      if (this.unitAt(begin, length) === '') {
        const longer = this.first(({ name }) => name.length > length, begin, end);
        if (length > 0 && !continuesAt(text, from + length)) found = [begin, longer];
        begin = longer;
      }
      const unit = inLowerCase(text[from + length] ?? '');
      if (unit === '') break;
      begin = this.first(({ name }) => (name[length] ?? '') >= unit, begin, end);
      if (begin === end || this.unitAt(begin, length) !== unit) break;
      end = this.first(({ name }) => (name[length] ?? '') > unit, begin, end);
    }
    return this.between(...found);
  }

  /** Empty behind the end of the name. */
  private unitAt(place: number, index: number): string {
    return this.sorted[place]?.name[index] ?? '';
  }

  private between(begin: number, end: number): Thing[] {
    return this.sorted.slice(begin, end).map(({ thing }) => thing);
  }

  /** The first place of the range from which on `isThere` holds. */
  private first(isThere: (named: Named<Thing>) => boolean, begin = 0, end = this.sorted.length): number {
    let [low, high] = [begin, end];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isThere(this.sorted[middle] as Named<Thing>)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** In lower case, as long as it was. */
function inLowerCase(text: string): string {
  const lower = text.toLowerCase();
  const units = lower.length === text.length ? lower : text.split('').map(lowerUnit).join('');
  return units.replaceAll('ς', 'σ');
}

function lowerUnit(unit: string): string {
  const lower = unit.toLowerCase();
  return lower.length === 1 ? lower : unit;
}

function continuesAt(text: string, index: number): boolean {
  const point = text.codePointAt(index);
  return point !== undefined && /^[\p{L}\p{N}_@]/u.test(String.fromCodePoint(point));
}
