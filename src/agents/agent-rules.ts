/** Agents: the states of one and every move between them, and what is withheld of what they earn. Pure. Source: product.md §8. */

export const agentStates = ['applied', 'active', 'suspended', 'refused', 'withdrawn', 'ended'] as const
export type AgentState = (typeof agentStates)[number]

/** agents.legal_moves holds the same table, and refuses every other move. */
export const agentMoves: Record<AgentState, readonly AgentState[]> = {
  applied: ['active', 'refused', 'withdrawn'],
  active: ['suspended', 'ended'],
  suspended: ['active', 'ended'],
  refused: [],
  withdrawn: [],
  ended: [],
}

export const mayMove = (from: AgentState, to: AgentState): boolean => agentMoves[from].includes(to)
/** Whether it was approved, whatever became of it then: it has a contract. */
export const isSigned = (state: AgentState): boolean => state === 'active' || state === 'suspended' || state === 'ended'
export const openStates = agentStates.filter((state) => agentMoves[state].length > 0)
