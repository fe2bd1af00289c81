/** The client has hung up: what was under way for it ends, and nobody is left to answer. */
export class ClientGoneError extends Error {
  constructor() {
    super('The client has hung up');
  }
}
