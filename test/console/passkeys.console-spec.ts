import type { Page } from 'playwright-core';
import { closeClean, ConsoleTest, describeConsole, expectAccessible, expectStatus } from '../support/console.js';

describeConsole('passkeys', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()), 120_000);
  afterAll(() => test.stop());

  /** A device that has a passkey made, and gives it, without asking anybody. */
  async function giveDevice(page: Page): Promise<void> {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
  }

  it('adds one, signs in with it, renames and removes it', async () => {
    const { email, password } = test.company.viewer;
    const page = await test.open(`${test.publicUrl}/sign-in?to=/settings/security`);
    await giveDevice(page);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    expectStatus(page, 400);
    await page.getByRole('button', { name: 'Add passkey' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add passkey' });
    await dialog.getByLabel('Name').fill('Phone');
    await dialog.getByRole('button', { name: 'Add passkey' }).click();
    await dialog.getByLabel('Password').and(page.locator('[aria-invalid]')).waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    const list = page.getByRole('list', { name: 'Passkeys' });
    await list.getByText('Phone').waitFor();

    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.goto(`${test.publicUrl}/sign-in?to=/settings/security`);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor();

    await page.getByRole('button', { name: 'Actions for Phone' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('dialog', { name: 'Rename' }).getByLabel('Name').fill('Laptop');
    await page.keyboard.press('Enter');
    await list.getByText('Laptop').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Actions for Laptop' }).click();
    await page.getByRole('menuitem', { name: 'Remove passkey' }).click();
    const removal = page.getByRole('dialog', { name: 'Remove passkey' });
    await removal.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await list.waitFor({ state: 'detached' });
    await closeClean(page);
  });

  it('says when no passkey was given, or the service does not know it', async () => {
    const page = await test.open(`${test.publicUrl}/sign-in`, undefined, { phone: true });
    await giveDevice(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('alert').getByText('No passkey was given.').waitFor();
    await closeClean(page);
  });

  it('are not offered at an IP address', async () => {
    const page = await test.open(`${test.origin.replace('localhost', '127.0.0.1')}/sign-in`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
    await closeClean(page);
  });
});
