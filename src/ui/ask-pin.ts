/** Asks for the PIN before something moves; <PinHost> shows the dialog. One question at a time. */
import { useSyncExternalStore } from 'react'

type PinQuestion<T> = {
  /** What is about to happen, in a few words. */
  title: string
  /** Exactly what the PIN authorises: amount, payee, account, and what follows. */
  lines: readonly (readonly [name: string, value: string])[]
  /** One sentence more, where the lines do not say everything. */
  text?: string
  /** Until when the price of it holds, by the server's clock. */
  until?: string
  /** The result, as the button says it. */
  action: string
  /**
   * The very call that is authorised, with the PIN in its body beside the data of the lines, sent `beside`: what goes
   * wrong is said in the dialog.
   */
  submit: (pin: string) => Promise<T>
  /** The page behind says what is refused, so no toast does. */
  toldBehind?: boolean
}
export type AskedPin = PinQuestion<unknown> & {
  id: number
  settle: (result: unknown) => void
  fail: (why: unknown) => void
}

let asked: AskedPin | null = null
let lastId = 0
const listeners = new Set<() => void>()

function change(next: AskedPin | null) {
  asked = next
  for (const listener of listeners) listener()
}

/**
 * What `submit` answered once the PIN was right; null when the person closed the dialog. A wrong PIN and what can be tried again keep the
 * dialog open; any other refusal closes it and rejects, so that the form behind it can say it beside its fields. After the third wrong PIN
 * the seed's dialog takes over and this never resolves.
 */
export function askPin<T>(question: PinQuestion<T>): Promise<T | null> {
  asked?.settle(null)
  return new Promise((resolve, reject) => {
    const end = (act: () => void) => {
      change(null)
      act()
    }
    change({
      ...question,
      id: ++lastId,
      settle: (result) => end(() => resolve(result as T | null)),
      fail: (why) => end(() => reject(why)),
    })
  })
}

/** The page that asked is gone: so is its question. */
export const closePin = () => change(null)

export const useAskedPin = (): AskedPin | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked,
    () => null,
  )
