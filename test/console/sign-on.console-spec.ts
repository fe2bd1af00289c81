import { HttpAdapterHost } from '@nestjs/core';
import { onOwnWork } from '#core/company-scope/own-work.js';
import { SsoDomains } from '#modules/sso/sso-domains.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible, expectStatus } from '../support/console.js';
import { OidcProvider } from '../support/oidc-provider.js';

describeConsole('single sign-on', () => {
  let test: ConsoleTest;
  let provider: OidcProvider;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    provider = await OidcProvider.start();
  });
  afterAll(async () => {
    await provider.stop();
    await test.stop();
  });

  it('is set up by the OWNER, and then people sign in at the provider', async () => {
    const { company, publicUrl, service } = test;
    const owner = await test.open('/settings/sign-on', company.owner);
    // There is no connection yet.
    expectStatus(owner, 404);
    const enabled = owner.getByRole('checkbox', { name: 'Enabled' });
    expect(await enabled.isDisabled()).toBe(true);
    await owner.getByLabel('Issuer').fill(provider.issuer);
    await owner.getByLabel('Client ID').fill(provider.clientId);
    await owner.getByLabel('Client secret').fill(provider.clientSecret);
    await owner.getByLabel('Domains').fill('example.com');
    await owner.getByRole('button', { name: 'Save' }).click();
    await owner.getByRole('button', { name: 'Verify' }).waitFor();
    await owner.getByRole('button', { name: 'Test' }).click();
    await owner.getByText('The issuer can be used.').waitFor();
    await enabled.check();
    await expectAccessible(owner);
    const operator = onOwnWork(company.id, service.app.get(HttpAdapterHost));
    await service.app.get(SsoDomains, { strict: false }).trustDomain(operator, 'example.com');
    await owner.reload();
    await owner.getByText('Verified', { exact: true }).waitFor();
    await closeClean(owner);

    const member = await test.open(`${publicUrl}/sign-in?to=/settings/security`);
    // The provider's pages ask the network for a font.
    await member.route(/^https:\/\/fonts\./, (route) => route.fulfill({ body: '' }));
    await member.getByLabel('Email').fill(company.member.email);
    await member.getByRole('button', { name: 'Continue with single sign-on' }).click();
    await member.getByPlaceholder('Enter any login').fill(company.member.email);
    await member.getByPlaceholder('and password').fill('any');
    await member.getByRole('button', { name: 'Sign-in' }).click();
    await member.getByRole('button', { name: 'Continue' }).click();
    await member.getByRole('heading', { level: 1, name: 'Security' }).waitFor();
    await member.getByRole('table', { name: 'Sessions' }).getByText('Single sign-on').waitFor();
    await closeClean(member);
  });
});
