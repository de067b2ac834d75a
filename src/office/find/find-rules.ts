/** What may be found, in the order in which it is shown. Pure. */
export const findKinds = ['page', 'order', 'member', 'piece', 'product', 'case'] as const
export type FindKind = (typeof findKinds)[number]
