/** Kinds of credentials, the most frequent first: passport tries them in this order. */
export const CREDENTIAL_KINDS = ['jwt', 'api-key', 'session', 'grant', 'scim'] as const;
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];
