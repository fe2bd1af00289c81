import { type TestService, startWithCompanies } from '../../support/test-service.js';
import { Stage } from '../../support/colleague-eval/play.js';
import { SITUATIONS } from '../../support/colleague-eval/situations.js';

let service: TestService;
let stage: Stage;
beforeAll(async () => {
  // Scheduled scans would come between those that are played.
  const started = await startWithCompanies({ processRoles: new Set(['api']) });
  service = started.service;
  stage = await Stage.of(service, started.company);
});
afterAll(() => service.stop());

it('has at least 60 situations', () => expect(SITUATIONS.length).toBeGreaterThanOrEqual(60));

const CASES = SITUATIONS.flatMap((situation) =>
  Object.entries(situation.says).map(([role, says]) => [role, situation.name, situation, says] as const),
);

it.each(CASES)('%s, %s', async (role, _name, situation, says) => {
  const { said, messages } = await stage.play(role, situation);
  expect(said).toEqual([...says].sort());
  for (const message of messages) expect(message.length).toBeLessThanOrEqual(200);
});
