/** Every round of work that runs beside the requests, by name. */

import { startCommunityWorker } from './community/worker.ts'
import type { Worker } from './db/rounds.ts'
import { startFilesWorker } from './files/worker.ts'
import { startIdentityWorker } from './identity/worker.ts'
import type { Karat } from './karat.ts'
import { startKycWorker } from './kyc/worker.ts'
import { startLedgerWorker } from './ledger/worker.ts'
import { startMailWorker } from './mail/worker.ts'
import { startOrdersWorker } from './orders/worker.ts'
import { startPricingWorker } from './pricing/worker.ts'
import { startSandboxWorker } from './sandbox/worker.ts'
import { startStaffWorker } from './staff/worker.ts'
import { startWishesWorker } from './wishes/worker.ts'

/** Starts the workers of this process. Several processes may run them side by side: rows and locks decide who does what. */
export function startWorkers(karat: Karat): Worker {
  const workers = [
    startPricingWorker(karat),
    startOrdersWorker(karat),
    startIdentityWorker(karat),
    startFilesWorker(karat),
    startKycWorker(karat),
    startCommunityWorker(karat),
    startLedgerWorker(karat),
    startWishesWorker(karat),
    startMailWorker(karat),
    startStaffWorker(karat),
  ]
  if (karat.config.DEMO) workers.push(startSandboxWorker(karat))
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}
