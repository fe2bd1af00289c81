import type { RequestContext } from '../company-scope/request-context.js';
import type { Role } from '../company-scope/role.js';
import type { Agent } from './agent.js';
import type { SignIn } from './sign-in.js';
import type { CredentialKind } from './credential-kinds.js';
import type { CallerGrant } from './grants/grant.js';
import type { CallerSession } from './sessions/session.js';

/** Who a request's valid credentials belong to. */
export interface Principal {
  readonly companyId: string;
  readonly userId: string;
  readonly role: Role;
  /** Of the key that the request was made with; undefined when it was a JWT. */
  readonly apiKeyId?: string;
  /** Of a key of an agent, or a grant to act as one. */
  readonly agent?: Agent;
  /** That the JWT, session or grant was issued for; undefined when it was a key. */
  readonly credentialVersion?: number;
  /** When the JWT, session or token ends, in milliseconds of Unix time; undefined when it was a key. */
  readonly expiresAt?: number;
  /** What the JWT or session was made with; undefined when it was a key. */
  readonly signIn?: SignIn;
  /** The company requires more than that. */
  readonly lacksSecondFactor?: boolean;
  /** The company's directory, by its SCIM token: nobody of the company. */
  readonly scim?: true;
  /** What the user has granted to the program whose token it is. */
  readonly grant?: CallerGrant;
  /** Of a request with the session cookie. */
  readonly session?: CallerSession;
}

/** A token or the value of the session cookie, which is not checked yet. */
export interface OfferedCredentials {
  readonly token: string;
  readonly kind: CredentialKind;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it has been looked whose the credentials are. */
    areCredentialsResolved?: boolean;
    /** What the request offers: a JWT, an API key, a session or the token of a grant. */
    credentials?: OfferedCredentials;
    /** Set when the request carries valid credentials; null when they are not valid. */
    principal?: Principal | null;
    /** Why the credentials could not be resolved, such as a database that is away. */
    authenticationError?: unknown;
    /** Set once the caller may proceed. */
    context?: RequestContext;
  }
}
