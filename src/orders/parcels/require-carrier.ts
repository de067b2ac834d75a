import { problem } from '../../locale/field-rules.ts'
import { invalidInput } from '../../refusals.ts'
import { carriersOf } from './carrier-rules.ts'

/** Refuses invalid_input (carrier) for a courier that the store does not use. */
export function requireCarrier(store: string, carrier: string | undefined): asserts carrier is string {
  if (!carriersOf(store).some(({ code }) => code === carrier))
    throw invalidInput({ carrier: problem('office_courier') })
}
