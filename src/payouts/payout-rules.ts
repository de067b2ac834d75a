/** Banks and e-wallets by store, and whether an account is a member's own. Pure. */

export type PayoutKind = 'bank' | 'wallet'
export type Provider = {
  code: string
  name: string
  kind: PayoutKind
  digits: readonly [number, number]
  form: 'number' | 'mobile' | 'account'
}

const bank = (code: string, name: string, from: number, to = from): Provider => ({
  code,
  name,
  kind: 'bank',
  digits: [from, to],
  form: 'number',
})
const wallet = (code: string, name: string, form: 'mobile' | 'account' = 'mobile'): Provider => ({
  ...{ code, name, kind: 'wallet', form },
  digits: form === 'mobile' ? [9, 15] : [5, 60],
})

/** Lengths of account numbers as the banks print them; from general knowledge, to be checked with the payout provider. */
const providers: Record<string, readonly Provider[]> = {
  id: [
    bank('bca', 'BCA', 10),
    bank('mandiri', 'Bank Mandiri', 13),
    bank('bni', 'BNI', 10),
    bank('bri', 'BRI', 15),
    bank('bsi', 'Bank Syariah Indonesia', 10),
    bank('cimb_niaga', 'CIMB Niaga', 12, 14),
    bank('permata', 'PermataBank', 10, 16),
    bank('danamon', 'Bank Danamon', 10, 16),
    bank('btn', 'BTN', 16),
    bank('ocbc', 'OCBC Indonesia', 10, 12),
    bank('jago', 'Bank Jago', 12),
    wallet('dana', 'DANA'),
    wallet('gopay', 'GoPay'),
    wallet('ovo', 'OVO'),
  ],
  my: [
    bank('maybank', 'Maybank', 12),
    bank('cimb', 'CIMB Bank', 10, 14),
    bank('public_bank', 'Public Bank', 10),
    bank('rhb', 'RHB Bank', 14),
    bank('hong_leong', 'Hong Leong Bank', 11, 13),
    bank('ambank', 'AmBank', 13),
    bank('bank_islam', 'Bank Islam', 14),
    wallet('tng', "Touch 'n Go eWallet"),
    wallet('alipay', 'Alipay', 'account'),
  ],
}

export const providersOf = (store: string, kind: PayoutKind): Provider[] =>
  (providers[store] ?? []).filter((provider) => provider.kind === kind)

export const findProvider = (store: string, kind: PayoutKind, code: string): Provider | undefined =>
  providersOf(store, kind).find((provider) => provider.code === code)

/** The one spelling of an account that is compared and stored, or null when it cannot be one of this provider. */
export function readAccountNumber({ digits: [least, most], form }: Provider, text: string): string | null {
  if (form === 'account' && text.includes('@')) {
    const account = text.trim().toLowerCase()
    return account.length <= most && /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(account) ? account : null
  }
  const number = text.replace(/[\s().-]/g, '').replace(form === 'number' ? /^$/ : /^\+/, '')
  return /^\d+$/.test(number) && number.length >= least && number.length <= most ? number : null
}

/** Titles that stand before or behind names on cards and seldom at banks. */
const titles = new Set([
  ...[
    'H',
    'HJ',
    'DR',
    'IR',
    'DRS',
    'DRA',
    'PROF',
    'SE',
    'SH',
    'ST',
    'MM',
    'MBA',
    'SKOM',
    'SPD',
    'MSI',
    'MT',
    'BIN',
    'BINTI',
  ],
])

/** The words of a name that are compared: without accents, dots, titles and case. */
export function nameWords(name: string): string[] {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleUpperCase('en-US')
  return plain
    .replace(/(?<=\p{L})\.(?=\p{L})/gu, '')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '' && !titles.has(word))
}

/**
 * Whether an account's holder is the person of a verified name: the same words in the same order, where banks may shorten every
 * word but the first to its initial.
 */
export function isSamePerson(holder: string, verified: string): boolean {
  const [held, known] = [nameWords(holder), nameWords(verified)]
  if (held.length === 0 || held.length !== known.length) return false
  return held.every(
    (word, place) => word === known[place] || (place > 0 && word.length === 1 && known[place]?.startsWith(word)),
  )
}
