/** Gives every server-rendered request its own language, however requests interleave. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { overwriteGetLocale } from './paraglide/runtime.js'

type Locale = 'en-US' | 'id' | 'zh'
const current = new AsyncLocalStorage<Locale>()

overwriteGetLocale(() => current.getStore() ?? 'en-US')

/** Runs `work`, and everything it awaits, with message functions speaking `language`. */
export const speaking = <T>(language: string, work: () => T): T => current.run(language as Locale, work)
