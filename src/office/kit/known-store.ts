import type { Karat } from '../../karat.ts'
import { Refusal } from '../../refusals.ts'
import type { Store } from '../../stores/stores.ts'

/** The store that a call names. Refuses unknown_store. */
export function knownStore({ stores }: Pick<Karat, 'stores'>, code: string): Store {
  const store = stores.get(code)
  if (!store) throw new Refusal('unknown_store')
  return store
}
