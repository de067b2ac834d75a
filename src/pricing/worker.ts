// STUB
import type { Karat } from '../karat.ts'
import type { Worker } from '../workers.ts'
export function startPricingWorker(_karat: Karat): Worker { return { stop: async () => {} } }
