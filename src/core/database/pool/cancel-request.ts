import pg from 'pg';

/** Parts of node-postgres that its types leave out. */
interface BackendKey {
  readonly processID: number;
  readonly secretKey: number;
  readonly sslNegotiation: 'postgres' | 'direct';
}
interface CancelConnection extends pg.Connection {
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
}

/**
 * PostgreSQL's CancelRequest for the present statement of a connection. It goes over a connection of its own, encrypted
 * when the first one is. The server closes it when the request has taken effect.
 */
export class CancelRequest {
  private readonly connection: CancelConnection;
  /** Resolves when the request has ended; rejects when it did not get through. */
  readonly closed: Promise<void>;

  constructor(client: pg.Client) {
    const { host, port, ssl, processID, secretKey, sslNegotiation } = client as pg.Client & BackendKey;
    const connection = new pg.Connection({ ssl, sslNegotiation } as pg.ConnectionConfig) as CancelConnection;
    if (ssl && sslNegotiation !== 'direct') connection.once('connect', () => connection.requestSsl());
    connection.once(ssl ? 'sslconnect' : 'connect', () => connection.cancel(processID, secretKey));
    this.connection = connection;
    this.closed = new Promise((resolve, reject) => connection.on('error', reject).once('end', resolve));
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  }

  /** Gives up waiting for the server. */
  destroy(): void {
    this.connection.stream.destroy();
  }
}
