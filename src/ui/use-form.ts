/** What a form holds: typed values, and errors that show when a field is left and follow every key from then on. */
import { type FocusEvent, type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from './api-client.ts'
import { sentence } from './format.ts'
import { language } from './language.ts'

type Values = Record<string, string | boolean>
/** The sentence that names what to do, or nothing when the value is fine. */
export type Checks<V> = { [K in keyof V]?: (value: V[K], all: V) => string | undefined }

let pressing = false
if (typeof window !== 'undefined')
  for (const [type, down] of Object.entries({ pointerdown: true, pointerup: false, pointercancel: false }))
    addEventListener(type, () => (pressing = down), true)

/** Once no button is held down: an error that appears under a press would push away what is being pressed. */
function afterPress(act: () => void) {
  if (!pressing) return act()
  const over = new AbortController()
  const release = () => {
    over.abort()
    setTimeout(act)
  }
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, release, { signal: over.signal })
}

/** The first wrong field is focused once its error is on the page. */
function useFirstWrong(form: RefObject<HTMLFormElement | null>, shakes: number) {
  useEffect(() => {
    if (shakes > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, shakes])
}

const without = <T extends object>(all: T, names: PropertyKey[]) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name))) as T

export function useForm<V extends Values>(initial: V, checks: Checks<V>) {
  const [values, setValues] = useState(initial)
  const [left, setLeft] = useState<ReadonlySet<keyof V>>(new Set())
  const [refused, setRefused] = useState<{ [K in keyof V]?: string }>({})
  const form = useRef<HTMLFormElement>(null)
  const [shakes, setShakes] = useState(0)

  useFirstWrong(form, shakes)

  const ownError = <K extends keyof V>(name: K) => checks[name]?.(values[name], values)
  const error = (name: keyof V): string | undefined => refused[name] ?? (left.has(name) ? ownError(name) : undefined)

  function set<K extends keyof V>(name: K, value: V[K]) {
    setValues((now) => ({ ...now, [name]: value }))
    setRefused((now) => without(now, [name]))
  }

  /** What is known already, for a field that nobody has filled. */
  const offer = <K extends keyof V>(name: K, value: V[K]) =>
    setValues((now) => (now[name] ? now : { ...now, [name]: value }))

  /** After what was typed has been taken: these fields are empty, and not wrong for it. */
  function clear(...names: (keyof V)[]) {
    setValues((now) => ({ ...now, ...Object.fromEntries(names.map((name) => [name, ''])) }))
    setLeft((now) => new Set([...now].filter((name) => !names.includes(name))))
    setRefused((now) => without(now, names))
  }

  const leave = (name: keyof V) => afterPress(() => setLeft((now) => new Set([...now, name])))

  /** What a text field, text area or list needs to stand in this form. */
  const text = (name: keyof V & string) => ({
    name,
    value: String(values[name]),
    error: error(name),
    onChange: ({ currentTarget }: SyntheticEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      set(name, currentTarget.value as V[typeof name]),
    // An empty field that was only passed through is not wrong yet.
    onBlur: ({ currentTarget }: FocusEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      currentTarget.value !== '' && leave(name),
  })

  /** Whether everything is fine; if not, all errors show and the first wrong field gets the focus. */
  function check(): boolean {
    const names = Object.keys(values) as (keyof V)[]
    setLeft(new Set(names))
    const fine = names.every((name) => ownError(name) === undefined)
    if (!fine) setShakes((count) => count + 1)
    return fine
  }

  /** Puts the server's field errors beside their fields: in our words where `says` has them, else as sentences. True when there were any. */
  function takeErrors(failure: unknown, says: { [K in keyof V]?: string } = {}): boolean {
    if (!(failure instanceof ApiError) || failure.error !== 'invalid_input') return false
    const named = Object.entries(failure.fields).filter(([name]) => name in values)
    if (named.length === 0) return false
    const said = named.map(([name, words]) => [name, says[name] ?? sentence(words, language())])
    setRefused(Object.fromEntries(said) as typeof refused)
    setShakes((count) => count + 1)
    return true
  }

  /** Says a refusal beside the field that it is about. */
  function refuse(name: keyof V, words: string) {
    setRefused((now) => ({ ...now, [name]: words }))
    setShakes((count) => count + 1)
  }

  return { values, set, offer, clear, leave, text, error, check, takeErrors, refuse, form }
}
