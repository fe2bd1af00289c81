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

/** Whether the browser gave a passkey, whose user is signed in now. */
export async function signInByPasskey(): Promise<boolean> {
  const options = await client.beginPasskeySession();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const response = await givenBy(navigator.credentials.get({ publicKey }));
  if (response) await client.createPasskeySession({ body: { response } });
  return response !== undefined;
}

/** Undefined when the reader, or the browser, did not go on with it. */
async function givenBy(asked: Promise<Credential | null>): Promise<Record<string, unknown> | undefined> {
  const credential = await asked.catch(() => null);
  return credential instanceof PublicKeyCredential ? { ...credential.toJSON() } : undefined;
}
