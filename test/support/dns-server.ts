import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** A DNS server that knows the TXT records that a test gives it, and nothing else. */
export class DnsServer {
  readonly records = new Map<string, string[]>();

  private constructor(private readonly socket: Socket) {}

  static async start(): Promise<DnsServer> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const server = new DnsServer(socket);
    socket.on('message', (query, { port, address }) => socket.send(server.answer(query), port, address));
    return server;
  }

  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  stop(): void {
    this.socket.close();
  }

  private answer(query: Buffer): Buffer {
    const [name, end] = nameAt(query, 12);
    const records = this.records.get(name.toLowerCase()) ?? [];
    const header = Buffer.from(query.subarray(0, 12));
    // A response, authoritative; without records the name does not exist.
    header.writeUInt16BE(records.length > 0 ? 0x8580 : 0x8583, 2);
    for (const [offset, count] of [1, records.length, 0, 0].entries()) header.writeUInt16BE(count, 4 + 2 * offset);
    const question = query.subarray(12, end + 4);
    return Buffer.concat([header, question, ...records.map(txtRecord)]);
  }
}

function nameAt(message: Buffer, start: number): [name: string, end: number] {
  const labels: string[] = [];
  let offset = start;
  for (let length = message.readUInt8(offset); length > 0; length = message.readUInt8(offset)) {
    labels.push(message.toString('latin1', offset + 1, offset + 1 + length));
    offset += 1 + length;
  }
  return [labels.join('.'), offset + 1];
}

/** Of the name that was asked for; a record may be of several texts. */
function txtRecord(text: string): Buffer {
  const data = Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
  const head = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 0, 0, data.length]);
  return Buffer.concat([head, data]);
}
