/**
 * Who of the house may do what: the one table. A call of the back office names a permission of it, or the server does not
 * start; a command records its action under the same name. Pure, so that the pages show only what their reader may open.
 */

export const roles = ['owner', 'desk', 'fulfilment', 'support', 'content'] as const
export type Role = (typeof roles)[number]

type Rule = {
  /** Besides the owner, who may do everything. */
  roles: readonly Role[]
  /** The action is not recorded, so not done, without a reason. */
  reason?: true
  /** Moves money, gold, stock or a limit, so its calls take effect once for one Idempotency-Key (G4). */
  moves?: true
  /** Done only after another person with the permission has approved it: always, or above what settings.ts says, or where there is a second owner. */
  second?: 'always' | 'above'
}

const permissionRules = {
  // everybody's own
  'account.own': { roles: ['desk', 'fulfilment', 'support', 'content'] },
  'dashboard.see': { roles: ['desk', 'fulfilment', 'support', 'content'] },
  // what the house takes, earns and holds; the rest of the overview is what waits
  'dashboard.figures': { roles: ['desk'] },
  // the staff themselves
  'staff.see': { roles: [] },
  // a second owner, where there is one, confirms an invitation, a new one and a renewed one
  'staff.invite': { roles: [], second: 'above' },
  // putting an owner out too, where a third one can confirm
  'staff.change': { roles: [], reason: true, second: 'above' },
  'audit.see': { roles: [] },
  // what a store says of itself and goes by
  // from nothing to the opening
  'shop.set_up': { roles: [], moves: true },
  'settings.see': { roles: ['desk'] },
  'settings.change': { roles: [], reason: true, second: 'above', moves: true },
  // what it may offer: recorded by two, ended by whoever stands at the desk
  'licences.record': { roles: [], reason: true, second: 'always', moves: true },
  'licences.end': { roles: ['desk'], reason: true, moves: true },
  'settings.points': { roles: [], reason: true, second: 'above', moves: true },
  'approvals.see': { roles: ['desk', 'fulfilment', 'support', 'content'] },
  // members
  'members.see': { roles: ['desk', 'support'] },
  'members.reveal': { roles: ['desk', 'support'], reason: true },
  'members.note': { roles: ['desk', 'support'] },
  'members.end_sessions': { roles: ['desk', 'support'], reason: true },
  'members.freeze': { roles: ['desk', 'support'], reason: true },
  'members.unfreeze': { roles: ['desk'], reason: true },
  'members.adjust': { roles: ['desk'], reason: true, second: 'always', moves: true },
  'members.remove_factors': { roles: ['desk'], reason: true, second: 'always', moves: true },
  // what members ask about their data; a deletion is the owner's
  'rights.see': { roles: ['support'] },
  'rights.decide': { roles: ['support'], reason: true },
  'rights.delete': { roles: [], reason: true },
  // identity checks
  'kyc.see': { roles: ['desk'] },
  'kyc.view_document': { roles: ['desk'], reason: true },
  'kyc.decide': { roles: ['desk'], reason: true, moves: true },
  'kyc.override': { roles: ['desk'], reason: true, second: 'always', moves: true },
  'kyc.file_report': { roles: ['desk'], reason: true },
  'kyc.end_relation': { roles: ['desk'], reason: true },
  // what is looked into about a member
  'cases.see': { roles: ['desk'] },
  'cases.note': { roles: ['desk'] },
  'cases.decide': { roles: ['desk'], reason: true, moves: true },
  'cases.release': { roles: ['desk'], reason: true, second: 'always', moves: true },
  'cases.hold': { roles: ['desk'], reason: true, moves: true },
  'cases.end_hold': { roles: ['desk'], reason: true, second: 'always', moves: true },
  'cases.carry_out': { roles: ['desk'], reason: true, second: 'always', moves: true },
  'cases.read_list': { roles: ['desk'], reason: true, moves: true },
  // the price
  'prices.see': { roles: ['desk', 'support'] },
  'prices.halt': { roles: ['desk'], reason: true },
  'prices.resume': { roles: ['desk'], reason: true },
  'prices.accept': { roles: ['desk'], reason: true, second: 'above' },
  'prices.reject': { roles: ['desk'], reason: true },
  'prices.window': { roles: ['desk'], reason: true, second: 'always' },
  'prices.leave': { roles: ['desk'], reason: true },
  'prices.difference': { roles: ['desk'], reason: true, second: 'above', moves: true },
  'prices.spread': { roles: ['desk'], reason: true, second: 'above' },
  // orders
  'orders.see': { roles: ['desk', 'fulfilment', 'support'] },
  'orders.export': { roles: ['desk'] },
  'orders.prepare': { roles: ['desk', 'fulfilment'], moves: true },
  'orders.ship': { roles: ['desk', 'fulfilment'], moves: true },
  'orders.hand_over': { roles: ['desk', 'fulfilment'], moves: true },
  'orders.change_delivery': { roles: ['desk'], reason: true, moves: true },
  'orders.draft': { roles: ['desk'], moves: true },
  // cash, or a card at a terminal
  'orders.counter_payment': { roles: ['desk'], reason: true, second: 'above', moves: true },
  'orders.correct_tracking': { roles: ['desk', 'fulfilment'], reason: true, moves: true },
  'orders.complete': { roles: ['desk', 'fulfilment'], reason: true, moves: true },
  'orders.lose': { roles: ['desk', 'fulfilment'], reason: true, moves: true },
  'orders.send_again': { roles: ['desk'], reason: true, second: 'above', moves: true },
  'orders.give_up': { roles: ['desk'], reason: true, second: 'above', moves: true },
  // the same with many at once; each order takes the permission for one besides
  'orders.bulk': { roles: ['desk', 'fulfilment'], moves: true },
  'orders.unlock_pickup': { roles: ['desk'], reason: true },
  'orders.note': { roles: ['desk', 'fulfilment', 'support'] },
  // goods
  'catalogue.see': { roles: ['desk', 'fulfilment', 'support', 'content'] },
  'catalogue.add': { roles: ['desk'] },
  'catalogue.edit': { roles: ['desk', 'content'] },
  'catalogue.categories': { roles: ['desk', 'content'] },
  'catalogue.publish': { roles: ['desk'] },
  // what a sku costs over its gold, from a step on that settings.ts says
  'catalogue.price': { roles: ['desk'], reason: true, second: 'above' },
  'catalogue.export': { roles: ['desk'] },
  'stock.see': { roles: ['desk', 'fulfilment', 'support'] },
  'stock.count': { roles: ['desk', 'fulfilment'], reason: true, moves: true },
  'stock.receive': { roles: ['desk', 'fulfilment'], moves: true },
  'stock.return': { roles: ['desk', 'fulfilment'], reason: true, moves: true },
  'stock.release': { roles: ['desk'], reason: true, moves: true },
  'stock.move': { roles: ['desk'], reason: true, moves: true },
  'stock.steal': { roles: ['desk'], reason: true, moves: true },
  'stock.import': { roles: ['desk'], reason: true, moves: true },
  'stock.export': { roles: ['desk'] },
  // the gold that members own: bars of the register, and whether there is enough of them
  'vault.see': { roles: ['desk'] },
  'vault.places': { roles: ['desk'], reason: true, moves: true },
  'vault.send': { roles: ['desk'], reason: true, second: 'always', moves: true },
  'vault.arrive': { roles: ['desk'], reason: true, moves: true },
  'vault.count': { roles: ['desk', 'fulfilment'], moves: true },
  'vault.resolve': { roles: ['desk'], reason: true, moves: true },
  'vault.receive': { roles: ['desk'], reason: true, moves: true },
  'vault.pledge': { roles: ['desk'], reason: true, second: 'always', moves: true },
  'vault.release': { roles: ['desk'], reason: true, moves: true },
  'vault.lose': { roles: ['desk'], reason: true, moves: true },
  'vault.hedge': { roles: ['desk'], reason: true, second: 'above', moves: true },
  'vault.bank': { roles: ['desk'], reason: true, moves: true },
  'vault.end_limit': { roles: ['desk'], reason: true, moves: true },
  'vault.export': { roles: ['desk'] },
  'vault.unfreeze': { roles: ['desk'], reason: true, second: 'always', moves: true },
  // large trades of companies
  'business.see': { roles: ['desk'] },
  'business.quote': { roles: ['desk'], moves: true },
  'business.refuse': { roles: ['desk'], reason: true, moves: true },
  'business.close_out': { roles: ['desk'], reason: true, moves: true },
  // agents: who brings clients, and what they earn
  'agents.see': { roles: ['desk', 'support'] },
  'agents.tax_number': { roles: ['desk'], reason: true },
  'agents.decide': { roles: ['desk'], reason: true, moves: true },
  'agents.suspend': { roles: ['desk'], reason: true, moves: true },
  'agents.rates': { roles: ['desk'], reason: true, second: 'always', moves: true },
  'agents.export': { roles: ['desk'] },
  // invitations, their rewards, and what links brought
  'growth.see': { roles: ['desk', 'content'] },
  'growth.decide': { roles: ['desk'], reason: true, second: 'above', moves: true },
  'growth.rates': { roles: ['desk'], reason: true, second: 'always', moves: true },
  'growth.export': { roles: ['desk', 'content'] },
  // physical gold that members sell back
  'goldback.see': { roles: ['desk', 'fulfilment', 'support'] },
  'goldback.receive': { roles: ['desk', 'fulfilment'], moves: true },
  'goldback.inspect': { roles: ['desk', 'fulfilment'], moves: true },
  'goldback.melt': { roles: ['desk', 'fulfilment'], moves: true },
  'goldback.melt_stock': { roles: ['desk'], reason: true, second: 'always', moves: true },
  'goldback.decide': { roles: ['desk'], reason: true, moves: true },
  'goldback.pay': { roles: ['desk'], reason: true, second: 'above', moves: true },
  'goldback.return': { roles: ['desk', 'fulfilment'], moves: true },
  // campaigns and events of members
  'activities.see': { roles: ['desk', 'support', 'content'] },
  'activities.approve': { roles: ['desk', 'content'] },
  'activities.reject': { roles: ['desk', 'content'], reason: true },
  'activities.suspend': { roles: ['desk', 'content'], reason: true },
  'activities.limit': { roles: ['desk'], reason: true, second: 'always', moves: true },
  'activities.export': { roles: ['desk', 'content'] },
  // money back
  'refunds.see': { roles: ['desk', 'support'] },
  'refunds.grant': { roles: ['desk', 'support'], reason: true, moves: true },
  'refunds.execute': { roles: ['desk'], reason: true, second: 'above', moves: true },
  // pieces whose money is asked back
  'returns.see': { roles: ['desk', 'fulfilment', 'support'] },
  'returns.receive': { roles: ['desk', 'fulfilment'], moves: true },
  'returns.judge': { roles: ['desk', 'fulfilment'], reason: true, moves: true },
  // that money goes before its piece, or without it
  'returns.waive': { roles: ['desk'], reason: true, moves: true },
  // what banks and providers took back
  'disputes.see': { roles: ['desk'] },
  'disputes.note_paid': { roles: ['desk'], reason: true, second: 'above', moves: true },
  'disputes.write_off': { roles: ['desk'], reason: true, second: 'above', moves: true },
  'disputes.take_back': { roles: ['desk'], reason: true, moves: true },
  // money of members that goes out
  'payouts.see': { roles: ['desk', 'support'] },
  'payouts.retry': { roles: ['desk'], reason: true, moves: true },
  'payouts.give_back': { roles: ['desk'], reason: true, second: 'above', moves: true },
  // paid at the bank: what came back for a closed account, and what is owed to an authority
  'payouts.remit': { roles: ['desk'], reason: true, second: 'always', moves: true },
  'payouts.remit_returned': { roles: ['desk'], reason: true, second: 'always', moves: true },
  // the house's account at its bank: statements, whose money came, and what goes back
  'bank.see': { roles: ['desk'] },
  'bank.import': { roles: ['desk'], reason: true, moves: true },
  'bank.confirm': { roles: ['desk'], reason: true, moves: true },
  'bank.aside': { roles: ['desk'], reason: true, second: 'always', moves: true },
  'bank.pay': { roles: ['desk'], reason: true, second: 'always', moves: true },
  'bank.account': { roles: ['desk'], reason: true, second: 'above', moves: true },
  // the owner's books: what the house earned and owes, and files of it for a program of accounting
  'books.see': { roles: ['desk'] },
  'books.export': { roles: ['desk'] },
  'books.set_account': { roles: [], reason: true },
  // what members and visitors write
  'testimonials.see': { roles: ['support', 'content'] },
  'testimonials.publish': { roles: ['support', 'content'] },
  'testimonials.reject': { roles: ['support', 'content'], reason: true },
  'inbox.see': { roles: ['desk', 'support'] },
  'inbox.answer': { roles: ['desk', 'support'] },
  'inbox.close': { roles: ['desk', 'support'], reason: true },
  // complaints: answered by support, decided at the desk
  'complaints.see': { roles: ['desk', 'support'] },
  'complaints.answer': { roles: ['desk', 'support'] },
  'complaints.prolong': { roles: ['desk', 'support'], reason: true },
  'complaints.decide': { roles: ['desk'], reason: true },
  'complaints.export': { roles: ['desk'] },
  // what did not get through
  'events.see': { roles: ['desk'] },
  'events.retry': { roles: ['desk'], reason: true },
  'outbox.see': { roles: ['desk', 'support'] },
  'outbox.send': { roles: ['desk', 'support'], reason: true },
  'outbox.drop': { roles: ['desk', 'support'], reason: true },
  // what the dealer writes
  'content.see': { roles: ['content', 'support'] },
  'content.edit': { roles: ['content'] },
  'content.agreement': { roles: ['content'], reason: true },
  'content.page': { roles: ['content'], reason: true },
} as const satisfies Record<string, Rule>

export type Permission = keyof typeof permissionRules
export const permissions = Object.keys(permissionRules) as Permission[]
/** Those whose action another person may have to approve: only these can be asked for, and each has an executor. */
export type SecondPermission = {
  [P in Permission]: (typeof permissionRules)[P] extends { second: string } ? P : never
}[Permission]

const ruleOf = (permission: Permission): Rule => permissionRules[permission]

export const isPermission = (text: unknown): text is Permission =>
  typeof text === 'string' && Object.hasOwn(permissionRules, text)
export const rolesWith = (permission: Permission): Role[] =>
  roles.filter((role) => role === 'owner' || ruleOf(permission).roles.includes(role))
export const needsReason = (permission: Permission): boolean => ruleOf(permission).reason === true
export const movesSomething = (permission: Permission): boolean => ruleOf(permission).moves === true
export const needsSecond = (permission: Permission): Rule['second'] => ruleOf(permission).second

export const permissionsOf = (own: readonly Role[]): Set<Permission> =>
  new Set(permissions.filter((permission) => rolesWith(permission).some((role) => own.includes(role))))
