/** What a text message costs: letters of the GSM alphabet travel in seven bits, everything else makes the whole message two bytes a letter. */

const gsm = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Two places each. */
const gsmExtension = new Set('^{}\\[~]|€\f')

const plain: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
}

/** Printers' signs as a telephone types them, which keeps a message in the GSM alphabet. */
export const toSmsText = (text: string) => text.replace(/[‘’“”–—…\u00a0\u202f]/g, (sign) => plain[sign] ?? sign)

/** How many messages a text is sent as. */
export function smsSegments(text: string): { alphabet: 'gsm7' | 'ucs2'; segments: number } {
  const letters = [...text]
  const isGsm = letters.every((letter) => gsm.has(letter) || gsmExtension.has(letter))
  const length = isGsm
    ? letters.reduce((sum, letter) => sum + (gsmExtension.has(letter) ? 2 : 1), 0)
    : text.length /* UTF-16, as UCS-2 counts */
  const [one, each] = isGsm ? [160, 153] : [70, 67]
  return { alphabet: isGsm ? 'gsm7' : 'ucs2', segments: length <= one ? 1 : Math.ceil(length / each) }
}
