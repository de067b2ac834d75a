// STUB
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
export type Providers = Record<string, never>
export function openProviders(_config: Config, _log: FastifyBaseLogger, _now: () => number): Providers { return {} }
