/** The states of a request for a second person. Pure. */
export const approvalStates = ['waiting', 'executed', 'rejected', 'withdrawn', 'expired'] as const
/** Whether who asked could still ask: disabled since, or without the permission since. */
export const requesterStates = ['active', 'disabled', 'not_permitted'] as const
export type RequesterState = (typeof requesterStates)[number]
