/** The states of a request for a second person. Pure. */
export const approvalStates = ['waiting', 'executed', 'rejected', 'withdrawn', 'expired'] as const
export type ApprovalStateName = (typeof approvalStates)[number]
