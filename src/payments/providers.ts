/** The providers this shop works with, by name. */
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { SettingName } from '../stores/setting-rules.ts'
import type { PaymentProvider } from './contract.ts'
import { type Method, methods, wayNames } from './method-rules.ts'
import { openSandboxProvider } from './sandbox-provider.ts'

export type Providers = Map<string, PaymentProvider>

/** Who takes each way to pay. */
export const takenBy = {
  card: 'sandbox',
  va: 'sandbox',
  qris: 'sandbox',
  bank_transfer: 'bank',
} as const satisfies Record<Method, string>

/** Ways that there are in one country alone, whoever takes them. Source: Bank Indonesia for QRIS; virtual accounts are those of its banks. */
const homes: Partial<Record<Method, string>> = { va: 'ID', qris: 'ID' }

/** Whether somebody takes it for a store of this country. */
const mayTake = (providers: Providers, country: string, method: Method): boolean =>
  providers.has(takenBy[method]) && (homes[method] ?? country) === country

/** The fields of a setting that nobody can do for a store of this country, so that they may not be switched on. */
export function untakenBy(providers: Providers, country: string, name: SettingName): string[] {
  if (name === 'pay_plans') return providers.has(takenBy.card) ? [] : ['card', 'wallet']
  const method = methods.find((one) => wayNames[one] === name)
  return method === undefined || mayTake(providers, country, method) ? [] : ['on']
}

/** The ways to pay that somebody takes: in a real shop without an acquirer the house's own bank alone. */
export const takenMethods = (providers: Providers): Method[] =>
  methods.filter((method) => providers.has(takenBy[method]))

/** `own`: what stands in the place of a provider inside the house. The sandbox is the demonstration's; a real shop has none of it. */
export function openProviders(
  config: Config,
  log: FastifyBaseLogger,
  now: () => number,
  own: readonly PaymentProvider[],
): Providers {
  if (config.DEMO === false) return new Map(own.map((provider) => [provider.name, provider]))
  const sandbox = openSandboxProvider(
    {
      address: config.SANDBOX_URL,
      key: config.SANDBOX_KEY,
      secrets: [config.SANDBOX_WEBHOOK_SECRET, config.SANDBOX_WEBHOOK_SECRET_OLD].filter((s) => s !== ''),
    },
    log,
    now,
  )
  return new Map([sandbox, ...own].map((provider) => [provider.name, provider]))
}
