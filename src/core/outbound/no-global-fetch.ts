/**
 * Takes away from libraries what would lead past `OutboundHttp` and `OperatorHttp`. Every process and thread
 * of the service imports this first.
 */
for (const name of ['fetch', 'WebSocket', 'EventSource']) {
  const refused = (): never => {
    throw new Error(`${name} is switched off in this service: use OutboundHttp or OperatorHttp`);
  };
  Object.assign(globalThis, { [name]: refused });
}
