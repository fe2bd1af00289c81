import type { Route } from 'playwright-core';
import { createUser } from '../factories/company.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import {
  chooseProperty,
  closeClean,
  ConsoleTest,
  describeConsole,
  expectAccessible,
  expectStatus,
} from '../support/console.js';
import { eventually } from '../support/eventually.js';
import { tokensMailedTo } from '../support/mails.js';

describeConsole('the entry of the console', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
  afterAll(() => test.stop());

  it('signs in, and returns to the page that was asked for', async () => {
    const page = await test.open('/projects?archived=1');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await expectAccessible(page);
    const { email, password } = test.company.viewer;
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
    expect(new URL(page.url()).search).toBe('?archived=1');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await closeClean(page);
  });

  it('never redirects to another site', async () => {
    const page = await test.open('/sign-in?to=https%3A%2F%2Fevil.example.com');
    const { email, password } = test.company.viewer;
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'My work' }).waitFor();
    expect(page.url()).toBe(`${test.origin}/`);
    await closeClean(page);
  });

  it('shows the message of the service when the password is wrong', async () => {
    const page = await test.open('/sign-in');
    expectStatus(page, 401);
    await page.getByLabel('Email').fill(test.company.viewer.email);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('E-mail or password is wrong').waitFor();
    await closeClean(page);
  });

  it('creates a company, and shows at each field what is wrong', async () => {
    const page = await test.open('/register');
    expectStatus(page, 400);
    await expectAccessible(page);
    await page.getByLabel('Company').fill('Acme');
    await page.getByLabel('Your name').fill('Wile');
    await page.getByLabel('Email').fill('nobody');
    await page.getByLabel('Password').fill('beep beep beep');
    await page.getByRole('button', { name: 'Create company' }).click();
    await page.getByText('Invalid email').waitFor();
    expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Email').fill('wile@console.example.com');
    await page.getByRole('button', { name: 'Create company' }).click();
    await page.getByRole('heading', { level: 1, name: 'My work' }).waitFor();
    await closeClean(page);
  });

  it('sets a password with the link in a mail', async () => {
    const user = await createUser(test.company.owner, 'MEMBER');
    const page = await test.open('/reset-password');
    await expectAccessible(page);
    await page.getByLabel('Email').fill(user.email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByText(`If ${user.email} has an account`).waitFor();
    const [token] = await tokensMailedTo(user.email, test.dataDirectory, 1);
    await page.goto(`/reset-password/confirm#token=${token}`);
    await page.getByRole('heading', { level: 1, name: 'Choose a password' }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('New password').fill('staple battery horse');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('Your password is set').waitFor();
    await closeClean(page);
  });

  it('says that a link is not valid', async () => {
    const page = await test.open('/reset-password/confirm');
    await page.getByText('This link was used already').waitFor();
    await closeClean(page);
  });

  it('keeps unsaved text when the session ends', async () => {
    const { member } = test.company;
    const { tid } = await createTask(member, (await createProject(member)).id);
    const page = await test.open(`/tasks/${tid}`, member);
    expectStatus(page, 401);
    const comment = page.getByRole('textbox', { name: 'Comment', exact: true });
    await comment.fill('Long thought');
    await page.context().clearCookies();
    await comment.press('Control+Enter');
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password').fill(member.password);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await comment.press('Control+Enter');
    await page.getByRole('region', { name: 'Activity' }).getByRole('listitem').getByText('Long thought').waitFor();
    await closeClean(page);
  });

  it('asks nobody to sign in anew for what was sent before', async () => {
    const { member } = test.company;
    const { tid, id } = await createTask(member, (await createProject(member)).id);
    const page = await test.open(`/tasks/${tid}`, member);
    expectStatus(page, 401);
    const comment = page.getByRole('textbox', { name: 'Comment', exact: true });
    await comment.fill('Sent too early');
    await page.context().clearCookies();
    const held = new Promise<Route>((resolve) => void page.route('**/comments', resolve, { times: 1 }));
    await comment.press('Control+Enter');
    const late = await held;
    await chooseProperty(page, 'Priority', 'High');
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password').fill(member.password);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await late.fulfill({ status: 401, json: { success: false, error: { code: 'UNAUTHORIZED', message: 'Sign in' } } });
    await page.getByText('Sign in', { exact: true }).waitFor();
    await comment.press('Control+Enter');
    await eventually('it is sent', async () => {
      const comments = (await member.api.get<{ body: string }[]>(`/tasks/${id}/comments`)).body;
      return comments.some(({ body }) => body === 'Sent too early');
    });
    expect(await dialog.count()).toBe(0);
    await closeClean(page);
  });
});
