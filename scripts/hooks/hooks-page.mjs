import ts from 'typescript';

const HEAD = `# Hooks

Written by \`npm run hooks\` from the sources; do not change it by hand. [architecture.md](architecture.md#hooks) says what a hook is.

A hook calls its listeners one after the other: those of a module after those of the modules that it imports. Below they are in the order
of their files.
`;

/**
 * The page of all hooks, given the text of each source file by its path: when each is called, where, and which methods listen.
 *
 * @throws Error when a hook has no comment, is never called, or has no listener
 */
export function hooksPage(sources) {
  const files = [...sources].map(([path, text]) => ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  const hooks = files.flatMap(definitionsIn);
  const names = new Set(hooks.map(({ name }) => name));
  const listeners = files.flatMap((file) => listenersIn(file, names));
  const calls = files.flatMap((file) => callsIn(file, names));
  const of = (list, { name }) => list.filter(({ hook }) => hook === name);
  return [HEAD, ...hooks.map((hook) => section(hook, of(calls, hook), of(listeners, hook)))].join('\n');
}

function section({ name, file, comment }, calls, listeners) {
  if (!comment) throw new Error(`${name} has no comment that says when it is called: ${file}`);
  if (calls.length === 0) throw new Error(`Nothing calls ${name}: ${file}`);
  if (listeners.length === 0) throw new Error(`No method listens to ${name}: ${file}`);
  const rows = (label, list) => list.map(({ method, file: path }) => `| ${label} | \`${method}\` | ${link(path)} |`);
  return `## ${name}

${comment}

| | method | file |
| --- | --- | --- |
| defined | | ${link(file)} |
${[...rows('called by', calls), ...rows('listens', listeners)].join('\n')}
`;
}

function link(path) {
  return `[${path.replace('src/', '')}](../${path})`;
}

/** `export const BeforeX = defineHook<…>('…')`, with the comment above it. */
function definitionsIn(file) {
  return file.statements
    .filter(ts.isVariableStatement)
    .flatMap((statement) =>
      statement.declarationList.declarations
        .filter(
          ({ initializer }) => initializer && ts.isCallExpression(initializer) && isNamed(initializer, 'defineHook'),
        )
        .map(({ name }) => ({ name: name.text, file: file.fileName, comment: commentOf(statement) })),
    );
}

function isNamed(call, name) {
  return ts.isIdentifier(call.expression) && call.expression.text === name;
}

function commentOf(statement) {
  const [comment] = ts.getJSDocCommentsAndTags(statement);
  return ts.getTextOfJSDocComment(comment?.comment)?.replaceAll(/\s*\n\s*/g, ' ');
}

/** The methods that carry the decorator of a hook. */
function listenersIn(file, names) {
  return methodsIn(file).flatMap((method) =>
    (ts.getDecorators(method) ?? [])
      .map(({ expression }) => ts.isCallExpression(expression) && expression.expression.getText())
      .filter((hook) => names.has(hook))
      .map((hook) => ({ hook, method: titleOf(method), file: file.fileName })),
  );
}

/** The methods and accessors in which `this.hooks` is asked for a hook. */
function callsIn(file, names) {
  return methodsIn(file).flatMap((method) => {
    const asked = [...method.getText().matchAll(/\bthis\.hooks\s*\.\w+\(\s*(\w+)/g)].map(([, hook]) => hook);
    return [...new Set(asked)]
      .filter((hook) => names.has(hook))
      .map((hook) => ({ hook, method: titleOf(method), file: file.fileName }));
  });
}

function methodsIn(file) {
  const isMethod = (member) => ts.isMethodDeclaration(member) || ts.isGetAccessor(member);
  return file.statements.filter(ts.isClassDeclaration).flatMap(({ members }) => members.filter(isMethod));
}

function titleOf(method) {
  return `${method.parent.name.text}.${method.name.getText()}`;
}
