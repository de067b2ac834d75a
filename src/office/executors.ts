/** How each action that takes two people is executed, by its permission. An area's executor stands in a file of its own; add it here. */

import { limitsExecutor } from '../activities/set-limits.ts'
import { agentRatesExecutor } from '../agents/change-rates.ts'
import { unfreezeExecutor } from '../backing/end-freeze.ts'
import { hedgeExecutor } from '../backing/hedges/note-hedge.ts'
import { pledgeExecutor } from '../backing/register/pledge-bar.ts'
import { sendExecutor } from '../backing/transports/send-bars.ts'
import { asideExecutor } from '../bank/decide-line.ts'
import { payListExecutor } from '../bank/returns.ts'
import { accountExecutor } from '../bank/set-account.ts'
import { releaseExecutor } from '../cases/decide-hit.ts'
import { endHoldExecutor } from '../cases/legal-hold.ts'
import { chargesExecutor } from '../catalogue/change-premium.ts'
import { pointExecutor } from '../delivery/save-pickup-point.ts'
import { meltStockExecutor } from '../goldback/melting/melt-stock.ts'
import { payCaseExecutor } from '../goldback/pay-case.ts'
import { overrideExecutor } from '../kyc/override-level.ts'
import { counterExecutor } from '../orders/counter/take-payment.ts'
import { giveUpExecutor } from '../orders/give-up/give-up-order.ts'
import { sendAgainExecutor } from '../orders/parcels/lost-parcel.ts'
import { windowExecutor } from '../orders/price-windows/close-window.ts'
import { differenceExecutor } from '../orders/price-windows/end-line.ts'
import { refundExecutor } from '../orders/refunds/decide-refund.ts'
import { notePaidExecutor, writeOffExecutor } from '../payments/note-receivable.ts'
import { spreadExecutor } from '../pricing/change-spread.ts'
import { levelExecutor } from '../pricing/decide-level.ts'
import { ratesExecutor } from '../referral/change-rates.ts'
import { decideRewardExecutor } from '../referral/decide-reward.ts'
import type { Executor } from '../staff/approvals.ts'
import { changeStaffExecutor } from '../staff/change-staff.ts'
import { inviteExecutor } from '../staff/invite-staff.ts'
import type { Permission } from '../staff/permission-rules.ts'
import { adjustExecutor } from '../vault/adjust-member.ts'
import { carryOutExecutor } from '../vault/carry-out.ts'
import { giveBackExecutor } from '../vault/payouts/decide-payout.ts'
import { remitExecutor, remittanceReturnedExecutor } from '../vault/remittances/remit.ts'
import { licenceExecutor } from './licences/record-licence.ts'
import { removeFactorsExecutor } from './members/remove-factors.ts'
import { settingExecutor } from './settings/change-setting.ts'

const all: Executor[] = [
  meltStockExecutor,
  asideExecutor,
  payListExecutor,
  accountExecutor,
  chargesExecutor,
  spreadExecutor,
  agentRatesExecutor,
  levelExecutor,
  refundExecutor,
  sendAgainExecutor,
  giveUpExecutor,
  counterExecutor,
  windowExecutor,
  differenceExecutor,
  notePaidExecutor,
  writeOffExecutor,
  giveBackExecutor,
  overrideExecutor,
  releaseExecutor,
  endHoldExecutor,
  carryOutExecutor,
  inviteExecutor,
  changeStaffExecutor,
  removeFactorsExecutor,
  unfreezeExecutor,
  pledgeExecutor,
  sendExecutor,
  hedgeExecutor,
  adjustExecutor,
  decideRewardExecutor,
  ratesExecutor,
  limitsExecutor,
  payCaseExecutor,
  remitExecutor,
  remittanceReturnedExecutor,
  settingExecutor,
  licenceExecutor,
  pointExecutor,
]

export const executors: ReadonlyMap<Permission, Executor> = new Map(all.map((executor) => [executor.action, executor]))
