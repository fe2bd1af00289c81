import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsString, Matches } from 'class-validator';
import { Moment, Reference } from '#common/http/response.decorators.js';
import { AnyString, Flag, TrimmedText, OneOf, TargetUrl, Uuid } from '#common/validation/fields.js';
import { Field, Normalized, Rule } from '#common/validation/field.js';
import { type Role, ROLES } from '#core/company-scope/role.js';
import { LoginUserResponse } from '#core/access/login-user.dto.js';
import { ChangeSignIn } from '#core/access/fresh-caller.dto.js';

/** Nobody becomes an OWNER by a directory. */
const GIVEN_ROLES = ROLES.filter((role) => role !== 'OWNER');
const TRUST_EMAIL = ['verified', 'always'] as const;
const MOST_DOMAINS = 100;
const MOST_MAPPED = 200;
/** A domain name, in lower case. */
export const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

function roleMapProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'Expected object';
  const roles = Object.values(value);
  if (roles.length > MOST_MAPPED) return `At most ${MOST_MAPPED}`;
  return roles.every((role) => GIVEN_ROLES.some((given) => given === role))
    ? undefined
    : `Must be one of: ${GIVEN_ROLES.join(', ')}`;
}

const lowerCase = (name: unknown): unknown => (typeof name === 'string' ? name.trim().toLowerCase() : name);

export class PutSsoConnection {
  /** The issuer as its metadata names it: https. Required where there is no connection yet. */
  @TargetUrl('changeable')
  issuer?: string;

  /** Required where there is no connection yet. */
  @TrimmedText('changeable')
  clientId?: string;

  /** Write-only. Required where there is no connection yet, and with another `issuer`. */
  @TrimmedText('changeable', { minimum: 1, maximum: 2_000 })
  clientSecret?: string;

  /** Names of the company's own domains, all of them. */
  @Field('changeable', { type: [String], maxItems: MOST_DOMAINS }, [
    Normalized((value) => (Array.isArray(value) ? [...new Set(value.map(lowerCase))] : value)),
    IsArray({ message: 'Expected array' }),
    ArrayMaxSize(MOST_DOMAINS, { message: `At most ${MOST_DOMAINS}` }),
    IsString({ each: true, message: 'Expected string' }),
    Matches(DOMAIN, { each: true, message: 'Must be domain names such as example.com' }),
  ])
  domains?: string[];

  /** Whether people of verified domains become users when they first sign in. */
  @Flag('changeable')
  autoProvision?: boolean;

  /** The role of such users, and with a `roleClaim` of everyone for whom `roleMap` has none. */
  @OneOf('changeable', GIVEN_ROLES)
  defaultRole?: Role;

  /** The claim whose values `roleMap` knows; dots go down. */
  @TrimmedText('clearable')
  roleClaim?: string | null;

  /** The role of each value of the claim; the highest that matches counts, else `defaultRole`, at each sign-in. */
  @Field('changeable', { type: Object, additionalProperties: { type: 'string', enum: [...GIVEN_ROLES] } }, [
    Rule(roleMapProblem),
  ])
  roleMap?: Record<string, Role>;

  /** `always`: an e-mail of a verified domain counts also where the provider does not say whether it is verified. */
  @OneOf('changeable', TRUST_EMAIL)
  trustEmail?: 'verified' | 'always';

  /** Whether everyone but the OWNERs must sign in this way. */
  @Flag('changeable')
  required?: boolean;

  /** Needs a test that was ok. */
  @Flag('changeable')
  enabled?: boolean;
}

export class DomainRecordResponse {
  /** The type of the record. */
  @ApiProperty({ enum: ['TXT'] })
  type: 'TXT';

  /** The name of the record. */
  name: string;

  /** What it has to hold. */
  value: string;
}

export class SsoDomainResponse {
  /** The domain. */
  name: string;

  /** Whether the company has proved that it is its own. */
  verified: boolean;

  /** What proves it. */
  record: DomainRecordResponse;
}

export class SsoConnectionResponse {
  /** The issuer as its metadata names it. */
  issuer: string;

  /** What the provider calls this service. */
  clientId: string;

  /** Always `***`: the secret is never shown. */
  @ApiProperty({ type: String })
  clientSecret: string;

  /** The company's own domains. Verified ones lead an e-mail to this connection. */
  domains: SsoDomainResponse[];

  /** Whether people of verified domains become users when they first sign in. */
  autoProvision: boolean;

  /** The role of such users. */
  @ApiProperty({ enum: [...GIVEN_ROLES] })
  defaultRole: Role;

  /** The claim whose values `roleMap` knows. */
  @ApiProperty({ type: String, nullable: true })
  roleClaim: string | null;

  /** The role of each value of the claim. */
  @ApiProperty({ type: Object, additionalProperties: { type: 'string' } })
  roleMap: Record<string, Role>;

  /** Whose word counts for an e-mail. */
  @ApiProperty({ enum: [...TRUST_EMAIL] })
  trustEmail: 'verified' | 'always';

  /** Whether everyone but the OWNERs must sign in this way. It counts while the connection is enabled. */
  required: boolean;

  /** Whether it can be used. */
  enabled: boolean;
}

export class SsoTestResponse {
  /** Whether there were no problems. */
  ok: boolean;

  /** The issuer as its metadata names it, or else as it is configured. */
  issuer: string;

  /** What is wrong, a line each. */
  problems: string[];
}

export class StartSso {
  /** Whose domain leads to the connection. */
  @AnyString('optional', { requiredWithout: 'companyId', notWith: 'companyId' })
  email?: string;

  /** The company whose connection it is. */
  @Uuid('optional')
  companyId?: string;
}

export class SsoUrlResponse {
  /** Where the browser goes; null where there is no single sign-on. */
  @ApiProperty({ type: String, nullable: true })
  url: string | null;
}

export class FinishSso {
  /** What the provider has given the browser. */
  @AnyString('optional', { requiredWithout: 'error', notWith: 'error' })
  code?: string;

  /** As it was sent to the provider. */
  @AnyString('required')
  state: string;

  /** Who the provider says it is. */
  @AnyString('optional')
  iss?: string;

  /** Why the provider refuses. */
  @AnyString('optional')
  error?: string;
}

export class SsoSessionResponse {
  /** Who is signed in. */
  user: LoginUserResponse;
}

export class LinkIdentity extends ChangeSignIn {}

export class IdentityUrlResponse {
  /** Where the browser goes. */
  url: string;
}

export class IdentityResponse {
  /** The id. */
  @Reference()
  id: string;

  /** Whose directory it is. */
  issuer: string;

  /** When it was connected. */
  @Moment()
  createdAt: string;

  /** When it was last used to sign in; null for never. */
  @Moment({ nullable: true })
  lastUsedAt: string | null;
}
