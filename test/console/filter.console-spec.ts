import type { Page } from 'playwright-core';
import { createLabel } from '../factories/planning.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible, expectStatus } from '../support/console.js';

describeConsole('the filter bar', () => {
  let test: ConsoleTest;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    const { member } = test.company;
    const { id } = await createProject(member, { name: 'Website', key: 'WEB' });
    const label = await createLabel(member, { name: 'needs review' });
    await createTask(member, id, { title: 'Urgent one', priority: 'Urgent', labelIds: [label.id] });
    await createTask(member, id, { title: 'High one', priority: 'High', assigneeId: member.id });
    await createTask(member, id, { title: 'Low one', priority: 'Low', status: 'Done' });
  });
  afterAll(() => test.stop());

  const boxOf = (page: Page) => page.getByRole('combobox', { name: 'Filter', exact: true });
  const countIn = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();
  const filterOf = (page: Page) => new URL(page.url()).searchParams.get('filter');

  it('completes fields, operators and values by keys, counts as one types, and applies with Enter', async () => {
    const page = await test.open('/projects/WEB/list', test.company.viewer);
    // The count is asked for whenever one pauses, in the middle of a word, too.
    expectStatus(page, 400);
    await countIn(page, '3 tasks');
    const box = boxOf(page);
    await box.pressSequentially('pri');
    await page.getByRole('option', { name: 'priority' }).waitFor();
    await box.press('Enter');
    expect(await box.inputValue()).toBe('priority ');
    await page.getByRole('option', { name: '>=', exact: true }).waitFor();
    await box.press('ArrowUp');
    await box.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await box.pressSequentially('>= hi');
    await box.press('Tab');
    expect(await box.inputValue()).toBe('priority >= High');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await countIn(page, '2 tasks');
    expect(filterOf(page)).toBeNull();
    await box.press('Enter');
    await page.getByRole('row', { name: /Low one/ }).waitFor({ state: 'detached' });
    expect(filterOf(page)).toBe('priority >= High');
    await countIn(page, '2 tasks');
    await page.goBack();
    await countIn(page, '3 tasks');
    expect(await box.inputValue()).toBe('');
    await closeClean(page);
  });

  it('completes names by mouse and quotes them; chips narrow down besides, and both are cleared together', async () => {
    const page = await test.open('/projects/WEB/board', test.company.member);
    expectStatus(page, 400);
    await page.getByRole('article').nth(2).waitFor();
    const box = boxOf(page);
    await box.pressSequentially('label = rev');
    await page.getByRole('option', { name: 'needs review' }).click();
    expect(await box.inputValue()).toBe('label = "needs review"');
    await countIn(page, '1 task');
    await box.fill('not done');
    await countIn(page, '2 tasks');
    await box.press('Enter');
    await page.getByRole('article', { name: /Low one/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Priority', exact: true }).click();
    await page.getByRole('option', { name: 'High', exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('article', { name: /Urgent one/ }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?filter=not+done&priority=High');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('article').nth(2).waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(await box.inputValue()).toBe('');
    await closeClean(page);
  });

  it('says what is wrong under the word that it is about', async () => {
    const page = await test.open('/projects/WEB/list', test.company.member);
    await countIn(page, '3 tasks');
    expectStatus(page, 400);
    const box = boxOf(page);
    await box.fill('status = Done and prio = High');
    const error = page.getByText('Column 19: unknown field "prio"; did you mean "priority"?');
    await error.waitFor();
    expect(await box.getAttribute('aria-invalid')).toBe('true');
    const [boxPlace, errorPlace] = [await box.boundingBox(), await error.boundingBox()];
    expect((errorPlace?.x ?? 0) - (boxPlace?.x ?? 0)).toBeGreaterThan(100);
    expect(errorPlace?.y).toBeGreaterThanOrEqual((boxPlace?.y ?? 0) + (boxPlace?.height ?? 0));
    await expectAccessible(page);
    await box.press('Enter');
    await page.getByRole('alert').getByText('The filter cannot be read').waitFor();
    await error.waitFor();
    await box.fill('status = Done');
    await countIn(page, '1 task');
    await error.waitFor({ state: 'detached' });
    await box.press('Enter');
    await page.getByRole('row', { name: /Low one/ }).waitFor();
    await box.pressSequentially(' and as');
    await page.getByRole('option', { name: 'assignee' }).waitFor();
    await expectAccessible(page);
    await closeClean(page);
  });
});
