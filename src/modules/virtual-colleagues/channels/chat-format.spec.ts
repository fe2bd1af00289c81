import { isRetired, writtenFormat } from './chat-format.js';

const ID = 'abcdefghijklmnopqrstuvwx12';

describe('writtenFormat', () => {
  it.each([
    ['slack', 'https://hooks.slack.com/services/T0/B0/x'],
    ['slack', 'https://HOOKS.slack.com:443/services/T0/B0/x'],
    ['slack', 'https://hooks.slack.com:8443/services/T0'],
    ['teams', 'https://prod-1.westus.logic.azure.com:443/workflows/x/triggers/manual/paths/invoke?sig=y'],
    ['teams', 'https://default1.environment.api.powerplatform.com/powerautomate/x'],
    ...['discord.com', 'discordapp.com', 'ptb.discord.com', 'canary.discord.com', 'canary.discordapp.com'].map(
      (host) => ['discord', `https://${host}/api/webhooks/1/x`],
    ),
    ['google_chat', 'https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t'],
    ['mattermost', `https://chat.example.com/hooks/${ID}`],
    ['mattermost', `https://chat.example.com:8065/hooks/${ID}/`],
    // Another scheme, host or path.
    ['plain', 'http://hooks.slack.com/services/T0/B0/x'],
    ['plain', 'https://hooks.slack.com.evil.example/services/T0'],
    ['plain', 'https://evil-hooks.slack.com/services/T0'],
    ['plain', 'https://hooks.slack.com/workflows/T0'],
    ['plain', 'https://logic.azure.com/x'],
    ['plain', 'https://evil.example/?x=.logic.azure.com'],
    ['plain', 'https://discord.com/channels/1'],
    ['plain', 'https://beta.discord.com/api/webhooks/1/x'],
    ['plain', 'https://chat.googleapis.com/v2/spaces/A'],
    ['plain', `https://chat.example.com/hooks/${ID}x`],
    ['plain', `https://chat.example.com/hooks/${ID.slice(1)}`],
    ['plain', `https://chat.example.com/x/hooks/${ID}`],
    ['plain', `http://chat.example.com/hooks/${ID}`],
    ['plain', '***'],
  ])('is %s for %s', (format, url) => expect(writtenFormat(url)).toBe(format));

  it('is the one that is chosen, whatever the address', () => {
    expect(writtenFormat('https://hooks.slack.com/services/T0', 'discord')).toBe('discord');
    expect(writtenFormat('https://hooks.slack.com/services/T0', 'auto')).toBe('slack');
  });
});

it.each([
  [true, 'https://example.webhook.office.com/webhookb2/x'],
  [true, 'https://EXAMPLE.Webhook.Office.com/webhookb2/x'],
  [false, 'https://webhook.office.com.evil.example/x'],
  [false, 'https://outlook.office.com/x'],
  [false, '***'],
])('isRetired is %s for %s', (expected, url) => expect(isRetired(url)).toBe(expected));
