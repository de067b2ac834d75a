/** The code of a sign-up link, or of a ticket. Pure. */

/** Without 0 O 1 I L: a code is read aloud and typed from paper. */
export const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const CODE_LENGTH = 8

/** The code in the spelling that is stored, whatever the letters' case; null for what is none. */
export function readLinkCode(text: string): string | null {
  const code = text.toUpperCase()
  return code.length === CODE_LENGTH && [...code].every((letter) => CODE_LETTERS.includes(letter)) ? code : null
}

export const linkKinds = ['member', 'agent', 'activity'] as const
export type LinkKind = (typeof linkKinds)[number]

/** The field of a sign-up link that a code stands in (seed §9). */
export const fieldOf = (kind: LinkKind): 'invite' | 'referral' => (kind === 'member' ? 'invite' : 'referral')

/** The address that a link has: on the marketing site where the dealer has one, else on the shop's own. */
export const addressOfLink = (
  { MARKETING_URL, PUBLIC_URL }: { MARKETING_URL: string; PUBLIC_URL: string },
  { kind, code }: { kind: LinkKind; code: string },
): string => `${(MARKETING_URL || PUBLIC_URL).replace(/\/$/, '')}/join?${fieldOf(kind)}=${code}`
