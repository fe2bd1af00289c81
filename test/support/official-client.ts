import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';

export const STATE = 'a state of the client';

/** What the official client keeps, as programs that people install do: in memory, with a local address to return to. */
export class TestProvider implements OAuthClientProvider {
  /** The page of consent that the browser was sent to. */
  page: URL | undefined;
  private client: StoredOAuthClientInformation | undefined;
  private stored: StoredOAuthTokens | undefined;
  private verifier = '';
  private discovered: OAuthDiscoveryState | undefined;

  constructor(
    readonly redirectUrl: string,
    private readonly scope: string,
  ) {}

  get clientMetadata() {
    const { redirectUrl, scope } = this;
    return { client_name: 'Official client', redirect_uris: [redirectUrl], scope, application_type: 'native' as const };
  }

  state = () => STATE;
  clientInformation = () => this.client;
  saveClientInformation = (client: StoredOAuthClientInformation) => void (this.client = client);
  tokens = () => this.stored;
  saveTokens = (tokens: StoredOAuthTokens) => void (this.stored = tokens);
  redirectToAuthorization = (page: URL) => void (this.page = page);
  saveCodeVerifier = (verifier: string) => void (this.verifier = verifier);
  codeVerifier = () => this.verifier;
  saveDiscoveryState = (state: OAuthDiscoveryState) => void (this.discovered = state);
  discoveryState = () => this.discovered;
}
