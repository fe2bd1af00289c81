import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
beforeAll(async () => (service = await startTestService()));
afterAll(() => service.stop());

describe('health', () => {
  it.each(['/health', '/health/ready'])('%s answers without credentials or rate headers', async (path) => {
    const { status, headers, body } = await service.api.get(path);
    expect([status, body]).toEqual([200, { status: 'ok' }]);
    expect(headers.get('X-RateLimit-Limit')).toBeNull();
  });
});
