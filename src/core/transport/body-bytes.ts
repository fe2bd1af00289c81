/** The bytes of a request body, collected as they come: a body in a million pieces takes no more memory than in one. */
export class BodyBytes {
  private buffer: Buffer = Buffer.alloc(0);
  private used = 0;

  /** How many bytes have come. */
  get length(): number {
    return this.used;
  }

  add(chunk: Buffer): void {
    if (this.used === 0) {
      this.buffer = chunk;
    } else {
      this.makeRoom(chunk.length);
      chunk.copy(this.buffer, this.used);
    }
    this.used += chunk.length;
  }

  toBuffer(): Buffer {
    return this.buffer.subarray(0, this.used);
  }

  clear(): void {
    this.buffer = Buffer.alloc(0);
    this.used = 0;
  }

  private makeRoom(bytes: number): void {
    if (this.used + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.used + bytes));
    this.buffer.copy(larger, 0, 0, this.used);
    this.buffer = larger;
  }
}
