/** What a person types as an amount, whatever their language writes between the digits. Pure. */

/** Whether a wire text of money or grams is zero. */
export const isNothing = (wire: string): boolean => /^-?[0.]+$/.test(wire)

/**
 * Decimal text as the API takes it, or null for what is no amount with at most `places` decimals. A point or a comma with at most so many
 * digits after it, the last one, begins the decimals; any other one groups thousands.
 */
export function readAmount(typed: string, places: number): string | null {
  const text = typed.replace(/[\s\u00a0]/g, '')
  const cut = places > 0 ? new RegExp(`^(.*)([.,])(\\d{1,${places}})$`).exec(text) : null
  const [, head = '', point = '', decimals = ''] = cut ?? ['', text]
  if (!/^(\d+|\d{1,3}(\.\d{3})+|\d{1,3}(,\d{3})+)$/.test(head) || (point && head.includes(point))) return null
  const whole = head.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
  return whole.length > 12 ? null : whole + (decimals && `.${decimals}`)
}
