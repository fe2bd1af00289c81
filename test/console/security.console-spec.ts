import type { Page } from 'playwright-core';
import { Authenticator } from '../support/authenticator.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible, expectStatus } from '../support/console.js';

describeConsole('how people sign in', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
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

  it('adds a passkey, signs in with it, renames and removes it', async () => {
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

  it('offers no passkeys at an IP address', async () => {
    const page = await test.open(`${test.origin.replace('localhost', '127.0.0.1')}/sign-in`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
    await closeClean(page);
  });

  it('sets up an authenticator, whose code or a recovery code is asked for from then on', async () => {
    const { email, password } = test.company.member;
    const page = await test.open('/settings/security', test.company.member);
    await page.getByRole('button', { name: 'Set up authenticator' }).press('Enter');
    await page.getByRole('dialog', { name: 'Set up authenticator' }).getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    const authenticator = new Authenticator(await page.getByLabel('Key').inputValue());
    await page.getByLabel('Code', { exact: true }).fill(authenticator.code(-1));
    await page.getByRole('button', { name: 'Confirm' }).press('Enter');
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.nth(9).waitFor();
    const [recoveryCode = ''] = await codes.allTextContents();
    await expectAccessible(page);

    const signInWith = async (label: string, code: string, before?: string) => {
      const other = await test.open('/sign-in');
      expectStatus(other, 401);
      await other.getByLabel('Email').fill(email);
      await other.getByLabel('Password').fill(password);
      await other.keyboard.press('Enter');
      await other.getByLabel('Code', { exact: true }).waitFor();
      if (before !== undefined) await other.getByRole('button', { name: before }).click();
      await expectAccessible(other);
      await other.getByLabel(label, { exact: true }).fill(code);
      await other.keyboard.press('Enter');
      await other.getByRole('heading', { level: 1, name: 'My work' }).waitFor();
      await closeClean(other);
    };
    await signInWith('Code', authenticator.code());
    await signInWith('Recovery code', recoveryCode, 'Use a recovery code');

    await page.getByRole('button', { name: 'Remove authenticator' }).click();
    const removal = page.getByRole('dialog', { name: 'Remove authenticator' });
    await removal.getByLabel('Password').fill(password);
    await removal.getByLabel('Code').fill(authenticator.code(1));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Set up authenticator' }).waitFor();
    await closeClean(page);
  });

  it('makes a SCIM token, which is shown once, for OWNERs alone', async () => {
    const page = await test.open('/settings/profile', test.company.owner);
    // There is no connection yet.
    expectStatus(page, 404);
    await page.getByRole('link', { name: 'Single sign-on' }).click();
    await page.getByRole('button', { name: 'New SCIM token' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New SCIM token' });
    expect(await dialog.getByLabel('SCIM token').inputValue()).toMatch(/^svc_scim_/);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Revoke SCIM token' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke SCIM token' }).click();
    await page.getByText('SCIM token revoked').waitFor();
    await closeClean(page);
    const admin = await test.open('/settings/sign-on', test.company.admin);
    await admin.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
    await closeClean(admin);
  });
});
