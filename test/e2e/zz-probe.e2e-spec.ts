import { startTestService, type TestService } from '../support/test-service.js';
let service: TestService;
beforeAll(async () => (service = await startTestService()));
afterAll(() => service.stop());
it('x', async () => {
  const { body } = await service.api.get('/openapi.json');
  require('node:fs').writeFileSync('/tmp/probe/openapi.json', JSON.stringify(body, null, 1));
});
