import { createSecretKey } from 'node:crypto';
import { Global, Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { Configuration } from '#config/configuration.js';
import { AgentCache } from './agent-cache.js';
import { ApiKeyAuthentication } from './api-key-authentication.js';
import { Authentication } from './authentication.js';
import { CallerCheck } from './caller-check.js';
import { CodeAttempts } from './factors/code-attempts.js';
import { RecoveryCodes } from './factors/recovery-codes.js';
import { SecondFactors } from './factors/second-factors.js';
import { PasskeyChallenges } from './passkeys/passkey-challenges.js';
import { Passkeys } from './passkeys/passkeys.js';
import { JwtStrategy } from './jwt.strategy.js';
import { Passwords } from './passwords.js';
import { ScimAuthentication } from './scim-authentication.js';
import { SessionCookie } from './session-cookie.js';
import { SessionAuthentication } from './sessions/session-authentication.js';
import { Sessions } from './sessions/sessions.js';
import { LongLivedCredentials } from './long-lived-credentials.js';
import { TOKEN_ALGORITHM, TOKEN_AUDIENCE, TOKEN_ISSUER, TOKEN_LIFETIME_SECONDS, Tokens } from './tokens.js';
import { UserCache } from './user-cache.js';

const providers = [
  AgentCache,
  ApiKeyAuthentication,
  Authentication,
  CallerCheck,
  CodeAttempts,
  JwtStrategy,
  PasskeyChallenges,
  Passkeys,
  Passwords,
  RecoveryCodes,
  ScimAuthentication,
  SecondFactors,
  SessionAuthentication,
  SessionCookie,
  Sessions,
  LongLivedCredentials,
  Tokens,
  UserCache,
];

/** Credentials: who a token, session or key belongs to, how tokens and password hashes are made. The guards stand in app.module.ts. */
@Global()
@Module({
  imports: [
    JwtModule.registerAsync({
      inject: [Configuration],
      useFactory: ({ jwtSecret }: Configuration) => ({
        secret: createSecretKey(Buffer.from(jwtSecret)) as unknown as Buffer,
        signOptions: {
          algorithm: TOKEN_ALGORITHM,
          expiresIn: TOKEN_LIFETIME_SECONDS,
          issuer: TOKEN_ISSUER,
          audience: TOKEN_AUDIENCE,
        },
      }),
    }),
  ],
  providers,
  exports: providers,
})
export class AuthCoreModule {}
