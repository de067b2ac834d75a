// STUB
import type { Karat } from '../karat.ts'
import type { Worker } from '../workers.ts'
export function startIdentityWorker(_karat: Karat): Worker { return { stop: async () => {} } }
