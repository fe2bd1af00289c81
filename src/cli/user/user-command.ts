import type { Readable, Writable } from 'node:stream';
import { Command, CommanderError } from 'commander';
import { pino } from 'pino';
import { LIMITS, textProblem } from '#common/validation/text.js';
import { loadConfiguration, loadEnvironmentFile } from '#config/configuration.js';
import { explainError } from '../../explain-error.js';
import type { OperatedCompany, OperatorService } from '#modules/operator/operator.service.js';
import { withOperator } from './operator-context.js';
import { readHiddenLine } from './hidden-line.js';
import { oneLine, table } from './table.js';

/** Results go to `stdout`, questions and errors to `stderr`. */
interface Streams {
  stdin: Readable;
  stdout: Writable;
  stderr: Writable;
}

const EXIT = { done: 0, refused: 1, wrongUsage: 2 } as const;

/** What the command cannot do, said in one line. */
class Refusal extends Error {}

type Work = (operator: OperatorService) => Promise<string>;

/** Writes nothing: the command itself tells the operator what goes wrong. */
const logger = pino({ level: 'silent' });

/**
 * Runs the command with the arguments that follow its name.
 *
 * @returns the exit code: 0 done, 1 refused or failed, 2 wrong usage.
 */
export async function runUser(commandLine: string[], streams: Streams): Promise<number> {
  try {
    await userCommand(streams).parseAsync(commandLine, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.wrongUsage;
    streams.stderr.write(error instanceof Refusal ? `${error.message}\n` : explainError(error));
    return EXIT.refused;
  }
}

function userCommand(streams: Streams): Command {
  const run = async (work: Work) => {
    loadEnvironmentFile();
    streams.stdout.write(`${await withOperator(loadConfiguration(), logger, work)}\n`);
  };
  const command = new Command('user')
    .description('Manages companies and users, whether the service is running or not.')
    .configureOutput({ writeOut: (text) => streams.stdout.write(text), writeErr: (text) => streams.stderr.write(text) })
    .exitOverride();
  command
    .command('companies')
    .description('list the companies of the service')
    .action(() => run(async (operator) => companyTable(await operator.findCompanies())));
  command
    .command('reset-password <email>')
    .description("set a new password and print it once; ends the user's sessions, and keeps the API keys")
    .option('--ask', 'read the password from the terminal or standard input', false)
    .action((email: string, { ask }: { ask: boolean }) =>
      run((operator) => resetPassword(operator, email, ask, streams)),
    );
  command
    .command('deactivate-company <id>')
    .description('refuse all users of a company, with a token or a key, within a second')
    .action((id: string) => run((operator) => setActive(operator, id, false)));
  command
    .command('reactivate-company <id>')
    .description('accept the users of a company again')
    .action((id: string) => run((operator) => setActive(operator, id, true)));
  return command;
}

function companyTable(companies: OperatedCompany[]): string {
  const rows = companies.map(({ id, name, users, createdAt, active }) => {
    return [id, String(users), createdAt.slice(0, 10), active ? 'yes' : 'no', name];
  });
  return table([['ID', 'USERS', 'CREATED', 'ACTIVE', 'NAME'], ...rows]);
}

async function resetPassword(
  operator: OperatorService,
  email: string,
  ask: boolean,
  streams: Streams,
): Promise<string> {
  const user = await operator.findUser(email);
  if (!user) throw new Refusal(`No user has the e-mail address ${email}`);
  const password = ask ? await askForPassword(streams) : operator.generatePassword();
  await operator.setPassword(user, password, logger);
  const who = `${user.email} (${oneLine(user.name)}, ${user.role})`;
  const done = ask ? `${who} has the new password` : `${who} has the password ${password}`;
  return user.active ? done : `${done}\nThe user or the company is deactivated, and so cannot log in`;
}

async function askForPassword({ stdin, stderr }: Streams): Promise<string> {
  const password = await readHiddenLine('New password: ', stdin, stderr);
  const problem = textProblem(password, LIMITS.password);
  if (problem !== undefined) throw new Refusal(`The password cannot be used: ${problem}`);
  return password;
}

async function setActive(operator: OperatorService, id: string, active: boolean): Promise<string> {
  const company = await operator.setActive(id, active);
  if (!company) throw new Refusal(`There is no company ${id}: \`companies\` lists them`);
  return `${oneLine(company.name)} (${company.users} users) is ${active ? 'active' : 'deactivated'}`;
}
