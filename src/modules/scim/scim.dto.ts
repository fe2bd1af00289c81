/** A new token of the company's directory. */
export class ScimTokenResponse {
  /** To be sent as a bearer token to /api/scim/v2. It is shown once. */
  token: string;
}
