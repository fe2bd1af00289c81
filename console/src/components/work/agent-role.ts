const ROLES: readonly string[] = ['agent', 'agent_orchestrator'];

/** Whether colleagues of the role have keys and take tasks. */
export const isAgentRole = (role: string): boolean => ROLES.includes(role);
