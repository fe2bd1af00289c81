import type { TestAgent } from '../factories/agent.factory.js';
import type { TestCompany } from '../factories/company.factory.js';
import type { Resources } from '../factories/resources.factory.js';
import type { Api } from './api.js';
import type { DnsServer } from './dns-server.js';
import type { IdentityProvider } from './identity-provider.js';

/** What an example is made with. */
export interface ExampleWorld {
  company: TestCompany;
  resources: Resources;
  /** Calls the service without credentials. */
  api: Api;
  /** The address that the service has for browsers. */
  origin: string;
  provider: IdentityProvider;
  dns: DnsServer;
  /** A second task of the project. */
  otherTask: string;
  /** The id of an import that has come so far. */
  importIn: (state: 'uploaded' | 'checked' | 'running' | 'done') => Promise<string>;
  /** The token of the reset mail that the owner has got. */
  resetToken: () => Promise<string>;
  /** The agent that holds the work of `resources`. */
  agent: TestAgent;
  /** A task that is ready for it. */
  ready: string;
  /** What ends the mails of the owner. */
  unsubscribeToken: string;
}
