/** Purchases that an agent prepares: the states of one. Every state but the first is an end (agents.guard_preparation). Pure. */
export const preparationStates = ['waiting', 'bought', 'declined', 'withdrawn', 'expired'] as const
export type PreparationState = (typeof preparationStates)[number]
