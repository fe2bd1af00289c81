/** Browsers know no passkeys at an IP address, and older ones do not read the service's options. */
export const arePasskeysOffered = (): boolean =>
  !/^[\d.]+$|^\[/.test(location.hostname) && 'parseRequestOptionsFromJSON' in (globalThis.PublicKeyCredential ?? {});
