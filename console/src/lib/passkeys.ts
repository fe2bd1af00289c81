import { client } from './api.ts';

/** Whether the browser made a passkey, which the service keeps. */
export async function addPasskey(name: string, caller: { password?: string }): Promise<boolean> {
  const options = await client.beginPasskey({ body: caller });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const response = await givenBy(navigator.credentials.create({ publicKey }));
  if (response) await client.addPasskey({ body: { name, response } });
  return response !== undefined;
}

/** Signs in the user whose passkey the browser gives. Returns why not, when it gives none. */
export async function signInByPasskey(): Promise<string | undefined> {
  const options = await client.beginPasskeySession();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  const response = await givenBy(navigator.credentials.get({ publicKey }));
  if (!response) return 'No passkey was given.';
  await client.createPasskeySession({ body: { response } });
  return undefined;
}

/** Undefined when the reader, or the browser, did not go on with it. */
async function givenBy(asked: Promise<Credential | null>): Promise<Record<string, unknown> | undefined> {
  const credential = await asked.catch(() => null);
  return credential instanceof PublicKeyCredential ? { ...credential.toJSON() } : undefined;
}
