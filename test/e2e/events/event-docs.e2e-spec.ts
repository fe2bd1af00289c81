import { readFileSync } from 'node:fs';
import { createCompany } from '../../factories/company.factory.js';
import { startTestService, type TestService } from '../../support/test-service.js';

interface EventType {
  name: string;
  description: string;
  example: object;
}

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it('docs/events.md shows every event as GET /event-types does', async () => {
  const { viewer } = await createCompany(service.api);
  const { body: types } = await viewer.api.get<EventType[]>('/event-types');
  const sections = readFileSync('docs/events.md', 'utf8').split('\n### ').slice(1);
  const shown = sections.map((section) => {
    const [, name, description, json] = /^(\S+)\n\n(.+)\.\n\n```json\n(.*)\n```\n*$/s.exec(section)!;
    return { name, description, example: JSON.parse(json!) as object };
  });
  expect(shown).toEqual(types);
});
