import pg from 'pg';

/** Named statements that a connection keeps. */
const MOST = 100;

/** What node-postgres knows of the statements of a connection; its types leave it out. */
interface Connection {
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  close(what: { type: 'S'; name: string }): void;
  sync(): void;
}

/** Has PostgreSQL forget a named statement and its plan, by a message of the protocol that poolers understand, too. */
class Forgetting extends pg.Query {
  constructor(name: string) {
    super({ text: '' });
    this.on('error', () => undefined);
    this.submit = (connection) => {
      const { parsedStatements } = connection as unknown as Connection;
      Reflect.deleteProperty(parsedStatements, name);
      (connection as unknown as Connection).close({ type: 'S', name });
      (connection as unknown as Connection).sync();
    };
  }
}

/** From now on the connection keeps at most 100 named statements: past that it forgets the one that was last used longest ago. */
export function keepFewStatements(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: Connection };
  /** The names, the last used last. */
  const used = new Set<string>();
  // Looked up at each call: tests watch what is sent.
  const send = (...query: unknown[]) =>
    (pg.Client.prototype.query as (this: pg.ClientBase, ...query: unknown[]) => unknown).apply(client, query);
  const forgetOne = () => {
    // One that PostgreSQL has not answered yet may still be on its way.
    const oldest = [...used].find((name) => !(name in connection.submittedNamedStatements));
    if (oldest === undefined) return;
    used.delete(oldest);
    send(new Forgetting(oldest));
  };
  const query = (...given: unknown[]) => {
    const { name } = given[0] as pg.QueryConfig;
    if (name !== undefined) {
      used.delete(name);
      used.add(name);
      if (used.size > MOST) forgetOne();
    }
    return send(...given);
  };
  Object.assign(client, { query });
}
