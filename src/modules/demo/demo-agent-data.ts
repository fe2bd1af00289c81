import type {
  Ask,
  CreateWorkActivity,
  Heartbeat,
  ReplacePlan,
  ReviewWork,
  Submit,
} from '#modules/work/work-input.dto.js';
import { DEMO_ADMIN, DEMO_MEMBER, DEMO_OWNER } from './demo-data.js';

/** One attempt of the agent; it ends with one of the last four. */
export interface DemoWork {
  plan?: ReplacePlan['steps'];
  said?: CreateWorkActivity[];
  usage?: Heartbeat['usage'];
  failed?: string;
  asked?: Ask;
  submitted?: Submit;
  review?: ReviewWork;
}

interface DemoAgentTask {
  /** The key of its project. */
  project: string;
  title: string;
  description: string;
  priority: 'Low' | 'Medium' | 'High';
  estimatedHours: number;
  /** The e-mail address of who answers for it. */
  assignee: string;
  works?: DemoWork[];
}

export const DEMO_AGENT = {
  name: 'Ada',
  role: 'agent',
  description: 'Does the small things that nobody gets to. The work is done by a program with a key of hers.',
  owner: DEMO_ADMIN,
  key: 'The program on the build machine',
  schedule: { frequency: 'weekdays' },
  settings: { work: { concurrent: 2, maxCostUsd: 5 } },
} as const;

export const DEMO_AGENT_TASKS: DemoAgentTask[] = [
  {
    project: 'WEB',
    title: 'Find the dead links of the old blog',
    description: 'Every address that the old posts link to and that no longer answers, with the post that it is in.',
    priority: 'Medium',
    estimatedHours: 3,
    assignee: DEMO_MEMBER,
    works: [
      {
        plan: [
          { title: 'Collect the links of all posts', state: 'done' },
          { title: 'Ask each address', state: 'done' },
          { title: 'List those that are gone', state: 'done' },
        ],
        said: [
          { type: 'action', text: 'Read 214 posts, which have 1,032 links.' },
          { type: 'result', text: '61 of them no longer answer.' },
        ],
        usage: { inputTokens: 41_200, outputTokens: 3_900, costUsd: 0.18 },
        submitted: {
          summary:
            '61 of 1,032 links are dead, most of them to three shops that have closed.\n\nThe list is sorted by post.',
          links: [{ title: 'The list of dead links', url: 'https://demo.test/dead-links.csv' }],
        },
        review: { decision: 'accept' },
      },
    ],
  },
  {
    project: 'WEB',
    title: 'Write alternative texts for the pictures',
    description: 'A sentence for each picture of the start page and of the team page, for those who cannot see it.',
    priority: 'High',
    estimatedHours: 4,
    assignee: DEMO_MEMBER,
    works: [
      {
        said: [{ type: 'thought', text: 'The start page has 12 pictures.' }],
        usage: { inputTokens: 18_000, outputTokens: 2_100, costUsd: 0.09 },
        submitted: { summary: 'All 12 pictures of the start page have a text.' },
        review: { decision: 'return', comment: 'The portraits of the team page have none yet.' },
      },
      {
        said: [
          { type: 'thought', text: 'The review asks for the portraits of the team page.' },
          { type: 'action', text: 'Wrote texts for 9 portraits.' },
        ],
        usage: { inputTokens: 15_500, outputTokens: 1_700, costUsd: 0.07 },
        submitted: { summary: 'The 9 portraits of the team page have texts, too.' },
        review: { decision: 'accept' },
      },
    ],
  },
  {
    project: 'WEB',
    title: 'Turn the price list into a web page',
    description: 'From the PDF that the sales department sends around.',
    priority: 'Low',
    estimatedHours: 5,
    assignee: DEMO_ADMIN,
    works: [
      {
        said: [{ type: 'error', text: 'The PDF is a scan: it holds a picture and no text.' }],
        usage: { inputTokens: 6_300, outputTokens: 400, costUsd: 0.03 },
        failed: 'The PDF is a scan without text; a version with text is needed',
      },
    ],
  },
  {
    project: 'WEB',
    title: 'Translate the imprint into English',
    description: 'With the words that lawyers use.',
    priority: 'Medium',
    estimatedHours: 2,
    assignee: DEMO_OWNER.email,
    works: [
      {
        plan: [
          { title: 'Read the imprint', state: 'done' },
          { title: 'Translate it', state: 'doing' },
          { title: 'Compare it with other imprints', state: 'pending' },
        ],
        said: [{ type: 'thought', text: 'Some words differ between Britain and America.' }],
        usage: { inputTokens: 4_100, outputTokens: 900, costUsd: 0.02 },
        asked: { question: 'Which English is it to be?', options: ['British', 'American'] },
      },
    ],
  },
  {
    project: 'WEB',
    title: 'Sum up the ten interviews with customers',
    description: 'One page for the board: what they said most often, with a sentence of each.',
    priority: 'High',
    estimatedHours: 4,
    assignee: DEMO_OWNER.email,
    works: [
      {
        plan: [
          { title: 'Read the ten notes', state: 'done' },
          { title: 'Group what was said', state: 'done' },
          { title: 'Write the page', state: 'done' },
        ],
        said: [
          { type: 'action', text: 'Read ten notes of 4 to 7 pages.' },
          { type: 'result', text: 'Seven of ten look for opening hours first.' },
        ],
        usage: { inputTokens: 62_700, outputTokens: 5_200, costUsd: 0.29 },
        submitted: {
          summary:
            'Seven of ten customers look for opening hours first, five cannot find the shop map.\n\n- Opening hours belong above the fold\n- The map needs a search\n- Nobody reads the news',
          links: [{ title: 'The page for the board', url: 'https://demo.test/interviews.pdf' }],
        },
      },
    ],
  },
  {
    project: 'WEB',
    title: 'List the addresses that the old shop used',
    description: 'From the logs of the last three months, with how often each was asked for.',
    priority: 'Medium',
    estimatedHours: 3,
    assignee: DEMO_MEMBER,
  },
];
