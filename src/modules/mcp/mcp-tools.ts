import type { Tool } from './tool.js';
import { agentTools } from './tools/agent-tools.js';
import { colleagueTools } from './tools/colleague-tools.js';
import { contextTools } from './tools/context-tools.js';
import { eventTools } from './tools/event-tools.js';
import { planningTools } from './tools/planning-tools.js';
import { taskReadingTools } from './tools/task-reading-tools.js';
import { taskWorkTools } from './tools/task-work-tools.js';
import { taskWritingTools } from './tools/task-writing-tools.js';

const TASK_TOOLS = [...taskReadingTools, ...taskWritingTools, ...taskWorkTools];
const ALL_TOOLS = [...contextTools, ...TASK_TOOLS, ...planningTools, ...colleagueTools, ...eventTools, ...agentTools];

/** The tools that only read. */
export const READING_TOOLS: readonly Tool[] = ALL_TOOLS.filter(({ effects }) => !effects);

export const WRITING_TOOLS: readonly Tool[] = ALL_TOOLS.filter(({ effects }) => effects);
