/** How each action that takes two people is executed, by its permission. An area's executor stands in a file of its own; add it here. */
import { overrideExecutor } from '../kyc/override-level.ts'
import { refundExecutor } from '../orders/decide-refund.ts'
import { sendAgainExecutor } from '../orders/lost-parcel.ts'
import { spreadExecutor } from '../pricing/change-spread.ts'
import type { Executor } from '../staff/approvals.ts'
import type { Permission } from '../staff/permission-rules.ts'

const all: Executor[] = [spreadExecutor, refundExecutor, sendAgainExecutor, overrideExecutor]

export const executors: ReadonlyMap<Permission, Executor> = new Map(all.map((executor) => [executor.action, executor]))
