/** Every round of work that runs beside the requests, by name. */

import { startActivitiesWorker } from './activities/worker.ts'
import { agentsSealed } from './agents/sealed-kinds.ts'
import { startAgentsWorker } from './agents/worker.ts'
import { startBackingWorker } from './backing/worker.ts'
import { startBankWorker } from './bank/worker.ts'
import { businessSealed } from './business/signature.ts'
import { startBusinessWorker } from './business/worker.ts'
import { casesSealed } from './cases/sealed-kinds.ts'
import { startCasesWorker } from './cases/worker.ts'
import { revaluedTicks } from './catalogue/revalue-metal.ts'
import { startCatalogueWorker } from './catalogue/worker.ts'
import { startCommunityWorker } from './community/worker.ts'
import { startComplaintsWorker } from './complaints/worker.ts'
import { startSealingWorker } from './credentials/worker.ts'
import type { Worker } from './db/rounds.ts'
import { startFilesWorker } from './files/worker.ts'
import { goldbackSealed } from './goldback/signature.ts'
import { goldbackTicksInUse } from './goldback/ticks-in-use.ts'
import { startGoldbackWorker } from './goldback/worker.ts'
import { holdPurposes } from './hold-purposes.ts'
import { startHistoryWorker } from './home/worker.ts'
import { identitySealed } from './identity/sealed-kinds.ts'
import { startIdentityWorker } from './identity/worker.ts'
import type { Karat } from './karat.ts'
import { kycSealed } from './kyc/sealed-kinds.ts'
import { startKycWorker } from './kyc/worker.ts'
import { startLedgerWorker } from './ledger/worker.ts'
import { startMailWorker } from './mail/worker.ts'
import { startNoticesWorker } from './office/notices/worker.ts'
import { ticksInUse } from './orders/core/ticks-in-use.ts'
import { startOrdersWorker } from './orders/worker.ts'
import { paperSubjects } from './paper-subjects.ts'
import { startPapersWorker } from './papers/worker.ts'
import { paymentsSealed } from './payments/sealed-kinds.ts'
import { startPaymentsWorker } from './payments/worker.ts'
import { payoutsSealed } from './payouts/sealed-kinds.ts'
import { startPayoutsWorker } from './payouts/worker.ts'
import { startThinningWorker } from './pricing/thin-ticks.ts'
import { startPricingWorker } from './pricing/worker.ts'
import { proofSealed } from './proof/signing-key.ts'
import { startProofWorker } from './proof/worker.ts'
import { startReferralWorker } from './referral/worker.ts'
import { startRightsWorker } from './rights/worker.ts'
import { startSandboxWorker } from './sandbox/worker.ts'
import { staffSealed } from './staff/sealed-kinds.ts'
import { startStaffWorker } from './staff/worker.ts'
import { vaultTicksInUse } from './vault/ticks-in-use.ts'
import { startVaultWorker } from './vault/worker.ts'
import { startWishesWorker } from './wishes/worker.ts'
import { startWitnessWorker } from './witness/worker.ts'

/** Everything that is kept under the master key for longer than a day. */
export const sealedKinds = [
  ...kycSealed,
  ...casesSealed,
  ...paymentsSealed,
  ...payoutsSealed,
  ...identitySealed,
  ...businessSealed,
  ...agentsSealed,
  ...goldbackSealed,
  ...proofSealed,
  ...staffSealed,
]

/** Starts the workers of this process. Several processes may run them side by side: rows and locks decide who does what. */
export function startWorkers(karat: Karat): Worker {
  const workers = [
    startPricingWorker(karat),
    startThinningWorker(karat, [ticksInUse, vaultTicksInUse, goldbackTicksInUse, revaluedTicks]),
    startCatalogueWorker(karat),
    startPaymentsWorker(karat),
    startOrdersWorker(karat),
    startVaultWorker(karat),
    startBusinessWorker(karat),
    startGoldbackWorker(karat),
    startReferralWorker(karat),
    startAgentsWorker(karat),
    startActivitiesWorker(karat),
    startBackingWorker(karat),
    startBankWorker(karat),
    startProofWorker(karat),
    startPapersWorker(karat, paperSubjects),
    startIdentityWorker(karat),
    startFilesWorker(karat),
    startKycWorker(karat),
    startCasesWorker(karat),
    startPayoutsWorker(karat),
    startRightsWorker(karat),
    startCommunityWorker(karat),
    startComplaintsWorker(karat),
    startLedgerWorker(karat, holdPurposes(karat)),
    startWishesWorker(karat),
    startMailWorker(karat),
    startStaffWorker(karat),
    startNoticesWorker(karat),
    startSealingWorker(karat, sealedKinds),
  ]
  if (karat.config.DEMO) workers.push(startSandboxWorker(karat), startWitnessWorker(karat))
  if (karat.config.DEMO && karat.config.DEMO_HISTORY) workers.push(startHistoryWorker(karat))
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}
