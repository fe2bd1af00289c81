import { createCompany } from '../../factories/company.factory.js';
import { iso, MINUTE } from '../../support/clock.js';
import { CodeWorld } from '../../support/code-world.js';
import type { ForgeRequest, Json } from '../../support/forge.js';
import { pullRequest, type PullRequestTold, review, status } from '../../support/pull-request.js';
import { startTestService, type TestService } from '../../support/test-service.js';

const HISTORIES = 24;

let service: TestService;
beforeAll(async () => (service = await startTestService()));
afterAll(() => service.stop());

/** Numbers from 0 to 1, the same each time for a seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

/** What the forge tells of one pull request of a task. */
type Event = (tid: string, number: number) => ForgeRequest;

/** What may happen to a pull request, until it is merged: each gives what is told then, and changes what is. */
class History {
  readonly events: Event[] = [];
  private is: PullRequestTold = { title: 'Begun' };
  private version = 1;
  private readonly closes: boolean;

  constructor(
    private readonly random: () => number,
    private readonly begunAt: number,
  ) {
    this.closes = this.maybe(0.8);
    this.tell({ action: 'opened', draft: this.maybe(0.3), reviewers: this.maybe(0.3) ? ['leo'] : [] });
    for (let step = 0; step < 12 && !this.is.merged; step += 1) this.happen();
  }

  private maybe(probability: number): boolean {
    return this.random() < probability;
  }

  private get at(): string {
    return iso(this.begunAt + this.events.length * MINUTE);
  }

  private happen(): void {
    const isOpen = this.is.state !== 'closed';
    const steps = [
      () => this.tell({ action: isOpen ? 'closed' : 'reopened', state: isOpen ? 'closed' : 'open' }),
      () => this.check(),
      ...(isOpen
        ? [
            () => this.tell({ action: 'edited', title: `Title ${this.events.length}` }),
            () => this.tell({ action: 'edited', target: this.maybe(0.5) ? 'main' : 'side' }),
            () => this.tell({ action: 'ready_for_review', draft: !this.is.draft }),
            () => this.tell({ action: 'review_requested', reviewers: this.is.reviewers?.length ? [] : ['leo'] }),
            () => this.push(),
            () => this.review(),
            () => this.tell({ action: 'closed', state: 'closed', merged: true }),
          ]
        : []),
    ];
    steps[Math.floor(this.random() * steps.length)]?.();
  }

  private tell(change: PullRequestTold): void {
    this.is = { ...this.is, ...change };
    const [at, toldOf] = [this.at, this.toldOf()];
    this.events.push((tid, number) => pullRequest({ ...toldOf(tid, number), at }));
  }

  private push(): void {
    this.version += 1;
    this.tell({ action: 'synchronize' });
  }

  private check(): void {
    const [at, version] = [this.at, this.version];
    const [state, name] = [this.maybe(0.5) ? 'success' : 'failure', this.maybe(0.5) ? 'unit' : 'browser'];
    this.events.push((_tid, number) => status(shaOf(number, version), state, at, name));
  }

  private review(): void {
    const [at, toldOf, state] = [this.at, this.toldOf(), this.maybe(0.5) ? 'approved' : 'changes_requested'];
    this.events.push((tid, number) => review(state, at, toldOf(tid, number)));
  }

  /** The pull request as it is now, about a task. */
  private toldOf(): (tid: string, number: number) => PullRequestTold {
    const { is, version, closes } = this;
    return (tid, number) => ({
      ...is,
      number,
      head: shaOf(number, version),
      body: `${closes ? 'Closes' : 'See'} ${tid}`,
    });
  }
}

function shaOf(number: number, version: number): string {
  return `${number}a${version}`.padEnd(40, '0');
}

/** What people see in the end. */
async function endOf(w: CodeWorld): Promise<unknown> {
  const links = (await w.read('/code')) as Json[];
  const shown = links.map(({ state, checks, review: of, closes, title, targetBranch, at }) => {
    return { state, checks, review: of, closes, title, targetBranch, at };
  });
  return [await w.status(), shown, (await w.read()).code];
}

it.each(Array.from({ length: HISTORIES }, (_, index) => index + 1))(
  'shuffled, repeated and with the same ones dropped, history %i comes to the same',
  async (seed) => {
    const random = generator(seed * 7_919);
    const company = await createCompany(service.api);
    const [inOrder, other] = [await CodeWorld.make(company, service), await CodeWorld.make(company, service)];
    const { events } = new History(random, Date.now() - 60 * MINUTE);
    // That it was opened is known, or reopening could not be told from it.
    const kept = events.filter((_event, index) => index === 0 || random() > 0.2);
    for (const event of kept) await inOrder.send(event(inOrder.tid, 1));
    const again = [...kept, ...kept.filter(() => random() > 0.5)].map((event) => ({ event, place: random() }));
    again.sort((one, two) => one.place - two.place);
    for (const { event } of again) await other.send(event(other.tid, 2));
    expect(await endOf(other)).toEqual(await endOf(inOrder));
  },
);
