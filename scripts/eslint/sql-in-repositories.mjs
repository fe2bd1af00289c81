/** Words of SQL in capitals, each with what follows it in SQL alone, so that a message to people is none. */
const SQL =
  /\b(?:(?:SELECT|WHERE|JOIN|RETURNING|EXISTS)\b|(?:INSERT INTO|DELETE FROM|UPDATE|FROM|AND|SET) [a-z_$(]|ORDER BY|IS (?:NOT )?NULL|(?:ANY|ALL) \()/;

/** Only the repositories of a module have SQL: services read as prose. */
export const sqlInRepositories = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { sql: 'SQL is in *.repository.ts; what several modules share is in src/schema.' },
  },
  create(context) {
    const check = (node, text) => {
      if (SQL.test(text)) context.report({ node, messageId: 'sql' });
    };
    return {
      Literal(node) {
        if (typeof node.value === 'string') check(node, node.value);
      },
      TemplateElement(node) {
        check(node, node.value.raw);
      },
    };
  },
};
