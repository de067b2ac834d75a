/**
 * What a member writes with a transfer, so that it is known what it pays: `KR`, eight characters of the payment's id and one that
 * proves them. No letter that is read as another one. Pure.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXY'
const LENGTH = 8
const base = BigInt(alphabet.length)

/** The same payment has the same one always. */
export function referenceOf(paymentId: string): string {
  let rest = BigInt(`0x${paymentId.replaceAll('-', '').slice(-12)}`)
  let code = ''
  for (let place = 0; place < LENGTH; place++) {
    code = alphabet[Number(rest % base)] + code
    rest /= base
  }
  return `KR${code}${proofOf(code)}`
}

/** The base is a prime: one wrong character, or two that changed places, make another sum. */
function proofOf(code: string): string {
  const sum = [...code].reduce((all, letter, place) => all + alphabet.indexOf(letter) * (place + 1), 0)
  return alphabet[sum % alphabet.length] ?? ''
}

/** Every reference in what payer or bank wrote, each once; also one that is written in parts, or with letters that look like figures. */
export function referencesIn(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) => {
    const plain = text.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
    const parted = plain.replace(/[^0-9A-Z]+/g, ' ')
    return [parted, parted.replaceAll(' ', '')].flatMap((one) =>
      [...one.matchAll(/(?=KR([0-9A-HJKMNP-TV-Y]{8})([0-9A-HJKMNP-TV-Y]))/g)].flatMap(([, code = '', proof]) =>
        proofOf(code) === proof ? [`KR${code}${proof}`] : [],
      ),
    )
  })
  return [...new Set(found)]
}
