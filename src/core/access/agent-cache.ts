import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '../company-scope/request-context.js';
import { Database, Statement } from '../database/database.js';
import { NotifiedCache } from '../database/pool/notified-cache.js';
import { Notifications } from '../database/pool/notifications.js';
import type { Agent } from './agent.js';

type AgentState = Pick<Agent, 'name' | 'role' | 'isEnabled'>;

/** The channel that names each changed colleague. */
const COLLEAGUE_CHANGED = 'colleague_changed';

const SELECT_AGENT: Statement = {
  name: 'authentication-agent',
  text: `SELECT name, role, active AS "isEnabled" FROM virtual_colleagues WHERE company_id = $1 AND id = $2
    AND role IN ('agent', 'agent_orchestrator')`,
};

/** The colleagues of recent requests with keys of agents; changes count as `NotifiedCache` says. */
@Injectable()
export class AgentCache {
  private readonly agents: NotifiedCache<AgentState>;

  constructor(
    private readonly database: Database,
    notifications: Notifications,
  ) {
    this.agents = new NotifiedCache(notifications, COLLEAGUE_CHANGED);
  }

  /** Undefined when the colleague has no role of an agent any more. */
  find(companyId: string, id: string, signal?: AbortSignal): Promise<AgentState | undefined> {
    const context = { share: companyId, signal };
    return this.agents.find(id, () => this.database.rowByKey(context, SELECT_AGENT, [companyId, id]));
  }

  /** To be called in the transaction of each change of a colleague: it counts here once it is committed. */
  async announce(tx: TransactionContext, id: string): Promise<void> {
    tx.transaction.afterCommit.push(() => this.agents.forget(id));
    await this.database.notify(tx, COLLEAGUE_CHANGED, id);
  }
}
