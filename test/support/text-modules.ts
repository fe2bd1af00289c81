import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(__dirname, '../..');

/** Modules with such an expression that no text of people comes to, or that reads it in a class which the tests over HTTP try. */
export const OTHERS: Readonly<Record<string, string>> = {
  'src/common/database/database-error.ts': 'messages of PostgreSQL',
  'src/common/http/oauth.ts': 'anchored, and a path of which each part ends at a slash',
  'src/common/validation/parameters.ts': 'lists in addresses, which are short',
  'src/common/validation/uuid.ts': 'anchored, of a fixed length',
  'src/config/configuration.ts': 'the operator writes it',
  'src/core/access/api-key.ts': 'anchored, of a fixed length',
  'src/core/access/grants/grant.ts': 'anchored, of a fixed length',
  'src/core/access/scim.strategy.ts': 'anchored, of a fixed length',
  'src/core/database/schema/ensure-database.ts': 'messages of PostgreSQL',
  'src/core/embedded-database/cluster-folder.ts': 'a path of the operator',
  'src/core/openapi/operations.ts': 'texts of the code',
  'src/modules/api-keys/api-key-usage-log.ts': 'paths of routes',
  'src/modules/fields/field-keys.ts': 'names, which are short',
  'src/modules/filters/language/own-fields.ts': 'anchored, of a fixed length',
  'src/modules/files/store/s3-client.ts': 'answers of the bucket',
  'src/modules/imports/readers/jira-csv.ts': 'cells of a fixed form, each part of which ends at a semicolon',
  'src/modules/users/erased-name.ts': 'runs of letters alone',
  'src/modules/imports/readers/github-issues.ts': 'an address, of which each part ends at a slash',
  'src/modules/imports/run/github-download.ts': 'an address and a header, which are short',
  'src/modules/mcp/mcp-endpoint.ts': 'answers of the service itself',
  'src/modules/projects/projects.repository.ts': 'anchored',
  'src/modules/virtual-colleagues/rules/sentence.ts': 'messages of the code',
  'src/modules/virtual-colleagues/settings/own-rule.dto.ts': 'anchored, of a fixed length',
  'src/modules/work/calls/agent-calls.service.ts': 'runs of blanks alone',
};

/** Whether it reads a text otherwise than from its beginning, in parts that can be long. */
export function isOfInterest(file: string): boolean {
  const source = readFileSync(join(ROOT, file), 'utf8');
  let isFound = /'#common\/text\/(?:spans|markdown-labels)\.js'/.test(source);
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') isFound = true;
    if (ts.isRegularExpressionLiteral(node)) {
      const [, pattern = '', flags = ''] = /^\/([^]*)\/(\w*)$/.exec(node.text) ?? [];
      const plain = pattern.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x');
      const isAnchored = plain.startsWith('^') && !/[my]/.test(flags) && !/^[^(]*\|/.test(plain);
      if (!isAnchored && /[*+]|\{\d+,\}/.test(plain)) isFound = true;
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return isFound;
}
