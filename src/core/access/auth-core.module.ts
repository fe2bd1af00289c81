import { createSecretKey } from 'node:crypto';
import { Global, Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { Configuration } from '#config/configuration.js';
import { AgentCache } from './agent-cache.js';
import { ApiKeyStrategy } from './api-key.strategy.js';
import { AuthenticationGuard } from './authentication.guard.js';
import { CallerCheck } from './caller-check.js';
import { CodeAttempts } from './factors/code-attempts.js';
import { RecoveryCodes } from './factors/recovery-codes.js';
import { SecondFactors } from './factors/second-factors.js';
import { PasskeyChallenges } from './passkeys/passkey-challenges.js';
import { Passkeys } from './passkeys/passkeys.js';
import { GrantStrategy } from './grants/grant.strategy.js';
import { Grants } from './grants/grants.js';
import { JwtStrategy } from './jwt.strategy.js';
import { Passwords } from './passwords.js';
import { ScimStrategy } from './scim.strategy.js';
import { SessionCookie } from './session-cookie.js';
import { SessionStrategy } from './sessions/session.strategy.js';
import { Sessions } from './sessions/sessions.js';
import { passportOptions } from './strategies.js';
import { LongLivedCredentials } from './long-lived-credentials.js';
import { TOKEN_ALGORITHM, TOKEN_AUDIENCE, TOKEN_ISSUER, TOKEN_LIFETIME_SECONDS, Tokens } from './tokens.js';
import { UserCache } from './user-cache.js';

const providers = [
  AgentCache,
  ApiKeyStrategy,
  AuthenticationGuard,
  CallerCheck,
  CodeAttempts,
  Grants,
  GrantStrategy,
  JwtStrategy,
  PasskeyChallenges,
  Passkeys,
  Passwords,
  RecoveryCodes,
  ScimStrategy,
  SecondFactors,
  SessionStrategy,
  SessionCookie,
  Sessions,
  LongLivedCredentials,
  Tokens,
  UserCache,
];

/** Credentials: who a token, session or key belongs to, how tokens and password hashes are made. app.module.ts puts the guards in order. */
@Global()
@Module({
  imports: [
    PassportModule.registerAsync({ useFactory: passportOptions }),
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
