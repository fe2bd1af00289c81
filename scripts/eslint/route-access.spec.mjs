import { RuleTester } from 'eslint';
import tseslint from 'typescript-eslint';
import { routeAccess } from './route-access.mjs';

const tester = new RuleTester({ languageOptions: { parser: tseslint.parser } });

tester.run('route-access', routeAccess, {
  valid: [
    `class LabelsController { @Get() @RequirePermission('labels:read') findAll() {} }`,
    `class HealthController { @Public() @Get(':id') findOne() {} }`,
    `@Public() class HealthController { @Get() live() {} @Post() other() {} }`,
    `class LabelsService { @Cron('* * * * *') tidy() {} findAll() {} }`,
  ],
  invalid: [
    {
      code: `class LabelsController { @Get() @RequirePermission('labels:read') findAll() {} @Delete(':id') remove() {} }`,
      errors: [{ messageId: 'missing', column: 95 }],
    },
    { code: `@Controller() class LabelsController { @Post() create() {} }`, errors: [{ messageId: 'missing' }] },
    { code: `class LabelsController { @All() @Throttle() any() {} }`, errors: [{ messageId: 'missing' }] },
  ],
});
