/** A form whose values others save too. */
import { useState } from 'react'

type Values = Record<string, string | boolean>
type Read<V> = { revision: number; values: V }
type Form<V> = { values: V; set: <K extends keyof V>(name: K, value: V[K]) => void }

/** What of theirs goes into the form because nothing was typed there, and where both have written something else. */
export function meetTheirs<V extends Values>(base: V, mine: V, theirs: V): { follow: (keyof V)[]; clash: (keyof V)[] } {
  const changed = Object.keys(theirs).filter((name) => theirs[name] !== base[name])
  return {
    follow: changed.filter((name) => mine[name] === base[name]),
    clash: changed.filter((name) => mine[name] !== base[name] && mine[name] !== theirs[name]),
  }
}

/**
 * `revision` is that of the values which the form holds, whatever the page has read since. What somebody else has saved comes in
 * where nothing was typed; where something else was, `clash` names it, and only `revision` of `theirs` saves over it. Call `saved`
 * with the revision that one's own save has made.
 */
export function useSharedForm<V extends Values>({ values, set }: Form<V>, read: Read<V>) {
  const [base, setBase] = useState(read)
  const isNew = read.revision > base.revision
  const { follow, clash } = isNew ? meetTheirs(base.values, values, read.values) : { follow: [], clash: [] }
  if (isNew && (follow.length > 0 || clash.length === 0)) {
    for (const name of follow) set(name, read.values[name])
    const known = Object.fromEntries(follow.map((name) => [name, read.values[name]]))
    setBase(clash.length === 0 ? read : { ...base, values: { ...base.values, ...known } })
  }
  return {
    revision: base.revision,
    clash,
    saved: (revision: number) => setBase({ revision, values }),
  }
}
