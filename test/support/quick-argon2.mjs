import * as argon2 from '../../node_modules/@node-rs/argon2/index.js';

/**
 * argon2id as the service uses it, at the least cost there is: tests log in thousands of times. What the service spends is
 * tested with its commands (operator-command.e2e-spec.ts), which are run as they are built.
 */
export const hash = (password, options) => argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 });
export const { verify } = argon2;
