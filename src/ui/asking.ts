/** Questions that code outside React asks in a dialog, one after the other; <DialogHost> shows them. */
import { useSyncExternalStore } from 'react'

export type Question = { title: string; text: string; confirm: string; cancel?: string; tone?: 'warn' | 'plain' }
type Asked = Question & { id: number; answer: (yes: boolean) => void }

let waiting: Asked[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: Asked[]) {
  waiting = next
  for (const listener of listeners) listener()
}

/** True when the person confirms, false when they cancel. Without `cancel` there is only one way on. */
export function ask(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const id = ++lastId
    const answer = (yes: boolean) => {
      change(waiting.filter((other) => other.id !== id))
      resolve(yes)
    }
    change([...waiting, { ...question, id, answer }])
  })
}

/** The same in the place of whatever is being asked, which is answered as if cancelled. */
export function askAlone(question: Question): Promise<boolean> {
  for (const { answer } of waiting) answer(false)
  return ask(question)
}

export const questionNow = (): Asked | null => waiting[0] ?? null

export const useQuestion = (): Asked | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    questionNow,
    () => null,
  )
