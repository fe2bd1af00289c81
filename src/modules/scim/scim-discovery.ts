import { MOST_RESULTS } from './scim-query.js';
import { GROUP_SCHEMA, locationOf, USER_SCHEMA } from './scim-resources.js';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';

type Described = Readonly<Record<string, unknown>> & { readonly id: string };

/** What the service supports of the protocol (RFC 7643, 5). */
export function serviceProviderConfig(publicUrl: string): object {
  return {
    schemas: [`${CORE}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MOST_RESULTS },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'The token that an OWNER of the company makes by POST /company/scim-token',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: locationOf(publicUrl, 'ServiceProviderConfig') },
  };
}

/** Users and groups (RFC 7643, 6). */
export function resourceTypes(publicUrl: string): Described[] {
  const described = [
    { name: 'User', description: 'A user of the company', schema: USER_SCHEMA },
    { name: 'Group', description: 'A team of the company', schema: GROUP_SCHEMA },
  ];
  return described.map((type) => ({
    schemas: [`${CORE}:ResourceType`],
    id: type.name,
    ...type,
    endpoint: `/${type.name}s`,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: locationOf(publicUrl, `ResourceTypes/${type.name}`) },
  }));
}

/** The attributes of both (RFC 7643, 7). */
export function schemas(publicUrl: string): Described[] {
  const described = [
    { id: USER_SCHEMA, name: 'User', description: 'A user of the company', attributes: USER_ATTRIBUTES },
    { id: GROUP_SCHEMA, name: 'Group', description: 'A team of the company', attributes: GROUP_ATTRIBUTES },
  ];
  return described.map((schema) => ({
    schemas: [`${CORE}:Schema`],
    ...schema,
    meta: { resourceType: 'Schema', location: locationOf(publicUrl, `Schemas/${schema.id}`) },
  }));
}

function attribute(name: string, description: string, particular: object = {}): object {
  return {
    name,
    type: 'string',
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...particular,
  };
}

const READ_ONLY = { mutability: 'readOnly' };

const USER_ATTRIBUTES = [
  attribute('userName', 'The e-mail address of the user, and nothing else', { required: true, uniqueness: 'global' }),
  attribute('externalId', 'The id in the directory', { caseExact: true }),
  attribute('displayName', 'The name that others see'),
  attribute('name', 'Its parts, as the directory sent them; without any, those of the displayName', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'The whole name, shown where there is no displayName'),
      attribute('givenName', 'The given name'),
      attribute('familyName', 'The family name'),
    ],
  }),
  attribute('active', 'Whether the user may sign in', { type: 'boolean' }),
  attribute('emails', 'The e-mail address, which is the userName', {
    type: 'complex',
    multiValued: true,
    ...READ_ONLY,
    subAttributes: [
      attribute('value', 'The address', READ_ONLY),
      attribute('type', 'Always work', READ_ONLY),
      attribute('primary', 'Always true', { type: 'boolean', ...READ_ONLY }),
    ],
  }),
];

const GROUP_ATTRIBUTES = [
  attribute('displayName', 'The name of the team', { required: true }),
  attribute('externalId', 'The id in the directory', { caseExact: true }),
  attribute('members', 'The users of the team', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the user', { caseExact: true, mutability: 'immutable' }),
      attribute('$ref', 'The address of the user', {
        type: 'reference',
        referenceTypes: ['User'],
        caseExact: true,
        mutability: 'immutable',
      }),
      attribute('display', 'The name of the user', READ_ONLY),
      attribute('type', 'Always User', { canonicalValues: ['User'], mutability: 'immutable' }),
    ],
  }),
];
